import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { CoAgentError } from '@coagent8/contracts';
import { runToEnd } from '@coagent8/runtime';
import { createAgyWorld, createTempWorkspace, isAlive } from '@coagent8/testing';
import type { AgyWorld, AgyWorldOptions, TempWorkspace } from '@coagent8/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { createAgyBackend } from '../src/agy/adapter.js';
import type { AgyOptions } from '../src/agy/adapter.js';
import { USAGE_MAX_BYTES } from '../src/agy/read-quota.js';
import type { ExamineRequest } from '../src/backend.js';
import { QUOTA_TIMEOUT_MS } from '../src/quota-reading.js';

const USAGE = '--print=/usage';

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

const read = (change: Partial<ExamineRequest> = {}, options?: AgyOptions) =>
  createAgyBackend(options).readQuota({
    executable: { path: world.binary, source: 'environment' },
    workspacePath: workspace.path,
    environment: {
      variables: world.variables,
      platform: process.platform,
      homeDirectory: world.home,
      workingDirectory: world.home,
    },
    passVariables: [],
    signal: new AbortController().signal,
    ...change,
  });
const usageCalls = () => world.calls().filter(({ argv }) => argv[0] === USAGE);

/** A program beside the stand-in, which asks it for its flags and prints `command` for its limits. */
async function printing(command: string): Promise<Partial<ExamineRequest>> {
  const path = join(world.home, 'bin', 'other');
  await writeFile(path, `#!/bin/sh\n[ "$1" = ${USAGE} ] || exec '${world.binary}' "$@"\n${command}\n`);
  await chmod(path, 0o755);
  return { executable: { path, source: 'environment' } };
}

describe('the limits', () => {
  it('are told by one process outside of the workspace, with an input that is closed, and no model', async () => {
    const { windows, isLimited } = await read();
    expect(windows).toMatchObject([
      { name: 'gemini-weekly', usedPercent: 25, windowMinutes: 10_080, models: ['Gemini Models'] },
      { name: 'gemini-5h', usedPercent: 50, windowMinutes: 300, resetsAt: '2100-01-01T00:00:00.000Z' },
      { name: '3p-weekly', usedPercent: 0 },
      { name: '3p-5h', usedPercent: 0 },
    ]);
    expect(isLimited).toBeUndefined();
    expect(usageCalls()).toMatchObject([
      { argv: [USAGE, '--output-format=json'], stdin: '', cwd: join(world.home, 'bin'), exitCode: 0 },
    ]);
    expect(world.spoken()).toEqual([]);
    expect(world.calls().filter(({ pid }) => isAlive(pid))).toEqual([]);
  });

  it('are for those who are signed in', async () => {
    await moveTo({ isSignedIn: false });
    await expect(read()).rejects.toMatchObject({
      code: 'AUTH_REQUIRED',
      remedy: expect.stringContaining('run `agy` in a terminal'),
    });
  });

  it.each([
    ['all', USAGE_MAX_BYTES, 'printed a line that is not JSON'],
    ['not all', USAGE_MAX_BYTES + 1, 'bytes'],
  ])('are read within a bound: %s', async (_, bytes, message) => {
    const change = await printing(`head -c ${bytes} /dev/zero | tr '\\0' x`);
    await expect(read(change)).rejects.toMatchObject({
      code: 'PROTOCOL_ERROR',
      message: expect.stringContaining(message),
    });
  });

  it('are waited for within a bound, and nothing of the wait is left', async () => {
    const limits: number[] = [];
    const pids: number[] = [];
    const run: typeof runToEnd = async (command, options) => {
      if (command.args[0] !== USAGE) return runToEnd(command, options);
      limits.push(options.timeoutMs);
      const asked = await runToEnd(command, { ...options, timeoutMs: 500 });
      pids.push(asked.end.pid);
      return asked;
    };
    await expect(read(await printing('exec sleep 60'), { run })).rejects.toMatchObject({
      code: 'PROTOCOL_ERROR',
      message: `agy did not answer /usage within ${QUOTA_TIMEOUT_MS / 1000} s`,
    });
    expect(limits).toEqual([QUOTA_TIMEOUT_MS]);
    expect(pids.map(isAlive)).toEqual([false]);
  });

  it('are not waited for by one who has gone', async () => {
    const cancelled = new CoAgentError('ABORTED', 'the caller cancelled');
    const controller = new AbortController();
    const run: typeof runToEnd = (command, options) => {
      if (command.args[0] === USAGE) setImmediate(() => controller.abort(cancelled));
      return runToEnd(command, options);
    };
    const { signal } = controller;
    await expect(read({ signal, ...(await printing('exec sleep 60')) }, { run })).rejects.toBe(cancelled);
    await expect(read({ signal: AbortSignal.abort(cancelled) })).rejects.toBe(cancelled);
  });
});
