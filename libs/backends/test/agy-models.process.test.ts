import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { CoAgentError } from '@coagent8/contracts';
import { runToEnd } from '@coagent8/runtime';
import { createAgyWorld, createTempWorkspace, isAlive } from '@coagent8/testing';
import type { AgyWorld, AgyWorldOptions, TempWorkspace } from '@coagent8/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { createAgyBackend } from '../src/agy/adapter.js';
import type { AgyOptions } from '../src/agy/adapter.js';
import { MODELS_MAX_BYTES, MODELS_TIMEOUT_MS } from '../src/agy/list-models.js';
import type { BackendTurn, ReportedModel } from '../src/backend.js';
import { playTurn } from './run-turn.js';

const cancelled = new CoAgentError('ABORTED', 'the caller cancelled');

let workspace: TempWorkspace;
let world: AgyWorld;

beforeEach(async () => {
  workspace = await createTempWorkspace();
  world = await createAgyWorld();
});
afterEach(async () => {
  await world.remove();
  await workspace.remove();
});

async function moveTo(options: AgyWorldOptions): Promise<void> {
  await world.remove();
  world = await createAgyWorld(options);
}

function turnOf(variables: Record<string, string> = {}, change: Partial<BackendTurn> = {}): BackendTurn {
  return {
    executable: { path: world.binary, source: 'environment' },
    prompt: 'Hello?',
    workspacePath: workspace.path,
    environment: {
      variables: { ...world.variables, ...variables },
      platform: process.platform,
      homeDirectory: world.home,
      workingDirectory: world.home,
    },
    passVariables: [],
    signal: new AbortController().signal,
    ...change,
  };
}

const list = (script?: string, change?: Partial<BackendTurn>, options?: AgyOptions) =>
  createAgyBackend(options).listModels(
    turnOf(script === undefined ? {} : { AGY_STANDIN_MODELS: script }, change),
  );

describe('the models', () => {
  it('are listed by one process outside of the workspace, with an input that is closed', async () => {
    const catalog = await list();
    expect(catalog).toMatchObject({
      isComplete: true,
      models: [
        {
          id: 'gemini-3.8-flash',
          efforts: ['high', 'medium', 'low'],
          isEffortRequired: true,
          defaultEffort: 'high',
        },
        { id: 'gemini-3.1-pro', efforts: ['high', 'low'] },
        { id: 'claude-sonnet-4-6', efforts: [], isEffortRequired: false },
        { id: 'gpt-oss-120b-medium', aliases: ['gpt-oss-120b'], efforts: ['medium'] },
      ],
    });
    expect(catalog).not.toHaveProperty('agentDefault');
    const calls = world.calls();
    expect(calls).toMatchObject([{ argv: ['models'], stdin: '', cwd: join(world.home, 'bin'), exitCode: 0 }]);
    expect(calls[0]?.variables).toEqual(expect.arrayContaining(['AGY_CLI_DISABLE_AUTO_UPDATE', 'NO_COLOR']));
    expect(calls.filter(({ pid }) => isAlive(pid))).toEqual([]);
  });

  it.each(['gemini-3.8-flash', 'gemini-3.1-pro', 'claude-sonnet-4-6', 'gpt-oss-120b-medium'])(
    'are taken as they are listed: %s',
    async (model) => {
      const row = (await list()).models.find(({ id }) => id === model);
      const [reasoningEffort] = row?.efforts ?? [];
      const turn = turnOf({}, { model, ...(reasoningEffort === undefined ? {} : { reasoningEffort }) });
      expect((await playTurn(createAgyBackend(), turn)).end).toBe('completed');
    },
  );

  it.each([
    ['gemini-3.1-pro-low', { model: 'gemini-3.1-pro', reasoningEffort: 'low' }],
    ['Gemini 3.8 Flash (Medium)', { model: 'gemini-3.8-flash', reasoningEffort: 'medium' }],
  ])('have the user’s own as their default: %s', async (model, agentDefault) => {
    await moveTo({ settings: { Model: model } });
    expect((await list()).agentDefault).toEqual(agentDefault);
  });

  it('are not all there are where the user has a provider of their own', async () => {
    await moveTo({ settings: { modelProvider: 'gemini' } });
    expect(await list(undefined, turnOf({ GEMINI_API_KEY: 'dummy' }))).toMatchObject({ isComplete: false });
  });

  it.each([
    ['banner', 4],
    ['slow', 4],
    ['many', 2_000],
    ['odd', 1],
    ['swift-4.2-high\tSwift\nswift-4.2-low\tSwift\n', 1],
  ])('may come as %j', async (script, count) => {
    expect((await list(script)).models).toHaveLength(count);
  });

  it.each([
    ['none', 'PROTOCOL_ERROR', 'no models'],
    ['garbage', 'PROTOCOL_ERROR', 'no models'],
    ['signed-out', 'AUTH_REQUIRED', 'signed out'],
    ['exit-3', 'PROCESS_ERROR', 'code 3: error: could not list models'],
  ])('that come as %s fail as %s', async (script, code, message) => {
    await expect(list(script)).rejects.toMatchObject({ code, message: expect.stringContaining(message) });
  });

  it('are for those who are signed in', async () => {
    await moveTo({ isSignedIn: false });
    await expect(list()).rejects.toMatchObject({
      code: 'AUTH_REQUIRED',
      remedy: expect.stringContaining('run `agy` in a terminal'),
    });
  });

  it.each([
    ['all', MODELS_MAX_BYTES, undefined],
    ['not all', MODELS_MAX_BYTES + 1, 'PROTOCOL_ERROR'],
  ])('are read within a bound: %s', async (_, bytes, code) => {
    const program = join(world.home, 'bin', 'long');
    await writeFile(
      program,
      `#!/bin/sh\nprintf 'big\\tBig\\n'\nhead -c ${bytes - 8} /dev/zero | tr '\\0' x\n`,
    );
    await chmod(program, 0o755);
    const listed = list(undefined, { executable: { path: program, source: 'environment' } });
    if (code === undefined) expect((await listed).models).toHaveLength(1);
    else await expect(listed).rejects.toMatchObject({ code, message: expect.stringContaining('bytes') });
  });

  it('are waited for within a bound, and nothing of the wait is left', async () => {
    const limits: number[] = [];
    const run: typeof runToEnd = (command, options) => {
      limits.push(options.timeoutMs);
      return runToEnd(command, { ...options, timeoutMs: 500 });
    };
    await expect(list('hang', {}, { run })).rejects.toMatchObject({
      code: 'PROTOCOL_ERROR',
      message: `agy did not answer models within ${MODELS_TIMEOUT_MS / 1000} s`,
    });
    expect(limits).toEqual([MODELS_TIMEOUT_MS]);
    expect(world.calls().filter(({ pid }) => isAlive(pid))).toEqual([]);
  });

  it('are not waited for by one who has gone', async () => {
    const controller = new AbortController();
    const run: typeof runToEnd = (command, options) => {
      setImmediate(() => controller.abort(cancelled));
      return runToEnd(command, options);
    };
    await expect(list('hang', { signal: controller.signal }, { run })).rejects.toBe(cancelled);
    await expect(list('hang', { signal: AbortSignal.abort(cancelled) })).rejects.toBe(cancelled);
  });
});

describe('the model of a turn', () => {
  const denied = new CoAgentError('POLICY_DENIED', 'the model is denied');

  it('is told as agy repeats it, and may be refused: the prompt is not sent', async () => {
    const told: ReportedModel[] = [];
    const requireModel = (reported: ReportedModel) => {
      told.push(reported);
      if (reported.model === 'dear-model') throw denied;
    };
    const model = 'claude-sonnet-4-6';
    const allowed = await playTurn(createAgyBackend(), turnOf({}, { model, requireModel }));
    expect([allowed.end, told]).toEqual(['completed', [{ model }]]);
    const spoken = world.spoken();
    const other = turnOf({ AGY_STANDIN_RUNS_MODEL: 'dear-model' }, { model, requireModel });
    const { ending, events } = await playTurn(createAgyBackend(), other);
    expect(ending).toMatchObject({ failure: { code: 'POLICY_DENIED', message: 'the model is denied' } });
    expect(events).toHaveLength(1);
    expect(world.spoken()).toEqual(spoken);
    expect(world.calls().filter(({ pid }) => isAlive(pid))).toEqual([]);
  });

  it('is not told where agy does not name it', async () => {
    const requireModel = () => {
      throw denied;
    };
    expect((await playTurn(createAgyBackend(), turnOf({}, { requireModel }))).end).toBe('completed');
  });
});
