import { spawn } from 'node:child_process';
import { mkdtemp, realpath, rm, symlink, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { CoAgentError } from '@coagent8/contracts';
import { spawnOwned } from '@coagent8/runtime';
import type { OwnedProcess } from '@coagent8/runtime';
import { isAlive } from '@coagent8/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import type { BackendTurn } from '../src/backend.js';
import { createCodexBackend } from '../src/codex/adapter.js';
import { playTurn } from './run-turn.js';

let workspace: string;

beforeEach(async () => {
  workspace = await realpath(await mkdtemp(join(tmpdir(), 'coagent8-backends-')));
});
afterEach(() => rm(workspace, { recursive: true, force: true }));

function turnOf(fixture: string, change: Partial<BackendTurn> = {}): BackendTurn {
  const variables = { PATH: dirname(process.execPath), HOME: workspace };
  return {
    executable: { path: fileURLToPath(new URL(`fixtures/${fixture}.mjs`, import.meta.url)), source: 'path' },
    prompt: 'What is this?',
    workspacePath: workspace,
    environment: {
      variables,
      platform: process.platform,
      homeDirectory: workspace,
      workingDirectory: workspace,
    },
    passVariables: [],
    signal: new AbortController().signal,
    ...change,
  };
}

function play(fixture: string, change?: Partial<BackendTurn>) {
  return playTurn(createCodexBackend(), turnOf(fixture, change));
}

describe('a turn', () => {
  it('compares the real paths of the workspace', async () => {
    const link = `${workspace}-link`;
    await symlink(workspace, link);
    try {
      expect((await play('good', { workspacePath: link })).end).toBe('completed');
    } finally {
      await unlink(link);
    }
  });

  it('goes on when the agent asks for an approval, and is refused it', async () => {
    const { end, answer } = await play('asking');
    expect([end, answer.text]).toEqual(['completed', '{"result":{"decision":"decline"}}']);
  });

  it('does not begin where a command cannot run in the sandbox', async () => {
    const { ending } = await play('no-sandbox');
    expect(ending).toMatchObject({
      failure: {
        code: 'SANDBOX_UNAVAILABLE',
        message: expect.stringMatching(/bwrap: Creating new namespace failed \(allow .* user namespaces/),
      },
    });
  });
});

describe('an agent that misbehaves', () => {
  it.each([
    ['crash-late', 'PROCESS_ERROR', 'whole'],
    ['huge-line', 'BUFFER_LIMIT', ''],
  ])('%s is %s, and what it said is kept', async (fixture, code, text) => {
    const { end, partial } = await play(fixture);
    expect([end, partial.text]).toEqual([code, text]);
  });

  it('is not found or not a program', async () => {
    const missing = await play('x', { executable: { path: join(workspace, 'none'), source: 'path' } });
    expect(missing.end).toBe('CLI_NOT_FOUND');
    const folder = await play('x', { executable: { path: workspace, source: 'path' } });
    expect(folder.end).toBe('CLI_UNSUPPORTED');
  });
});

it('counts a command that is ended with the turn', async () => {
  const controller = new AbortController();
  const { end, operations } = await playTurn(
    createCodexBackend(),
    turnOf('obeys', { signal: controller.signal }),
    ({ type }) => {
      if (type === 'operation-started') controller.abort(new CoAgentError('ABORTED', 'the caller cancelled'));
    },
  );
  expect([end, operations]).toEqual(['ABORTED', 1]);
});

describe('a prompt', () => {
  it('over the limit is refused before anything is started', async () => {
    const { end } = await play('x', { prompt: 'x'.repeat(1_048_577) });
    expect(end).toBe('INPUT_LIMIT');
  });

  it('is counted in characters, and at the limit it is sent', async () => {
    const { end, answer } = await play('good', { prompt: '😀'.repeat(300_000) + 'x'.repeat(748_576) });
    expect([end, answer.truncated]).toEqual(['completed', true]);
  });
});

it('answers an examination without a prompt', async () => {
  const examination = await createCodexBackend().examine(turnOf('good'));
  expect(examination).toMatchObject({ version: '0.171.0', authentication: { state: 'unknown' } });
  expect(examination.evidence.checks.filter(({ passed }) => !passed).map(({ name }) => name)).toEqual([
    'thread',
  ]);
});

it('ends where it goes on with a model that may not run, and what was said is void', async () => {
  const { ending, partial } = await play('rerouted', {
    requireModel: ({ model }) => {
      throw new CoAgentError('POLICY_DENIED', `not ${model}`);
    },
  });
  expect(ending).toMatchObject({ failure: { code: 'POLICY_DENIED', message: 'not big-model' } });
  expect(partial.text).toBe('');
});

it('goes on with another model that may run, and says so', async () => {
  const { end, answer, warnings } = await play('rerouted', { requireModel: () => undefined });
  expect([end, answer.text, warnings]).toEqual(['completed', 'of the first model', ['MODEL_DIFFERS']]);
});

describe('a listing', () => {
  const list = (fixture: string, change: Partial<BackendTurn> = {}, spawn = spawnOwned) =>
    createCodexBackend({ spawn }).listModels(turnOf(fixture, change));

  it.each([
    ['is not there', { path: '/nowhere/codex', source: 'path' } as const, 'CLI_NOT_FOUND'],
    ['dies', undefined, 'PROCESS_ERROR'],
  ])('fails where the agent %s', async (_, executable, code) => {
    const change = executable === undefined ? {} : { executable };
    await expect(list('dies-listing', change)).rejects.toMatchObject({ code });
  });

  it('of an agent that hangs ends with the signal, and leaves nothing running', async () => {
    const controller = new AbortController();
    const spawned: OwnedProcess[] = [];
    const spawn: typeof spawnOwned = async (...parameters) => {
      const agent = await spawnOwned(...parameters);
      spawned.push(agent);
      return {
        ...agent,
        write: async (text) => {
          await agent.write(text);
          if (text.includes('model/list')) controller.abort(new CoAgentError('TIMEOUT', 'too slow'));
        },
      };
    };
    await expect(list('hangs-listing', { signal: controller.signal }, spawn)).rejects.toMatchObject({
      code: 'TIMEOUT',
    });
    expect(spawned.map(({ pid }) => isAlive(pid))).toEqual([false]);
  });

  it('starts nothing where it is aborted already', async () => {
    const signal = AbortSignal.abort(new CoAgentError('ABORTED', 'the caller cancelled'));
    await expect(list('x', { signal })).rejects.toMatchObject({ code: 'ABORTED' });
  });
});

/** The fixtures are programs: a checkout that lost their mode would fail in strange ways. */
it('has fixtures that can be run', async () => {
  const child = spawn(turnOf('good').executable.path, ['sandbox'], {
    env: { PATH: dirname(process.execPath) },
  });
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
});
