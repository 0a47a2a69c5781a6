import { setTimeout as delay } from 'node:timers/promises';

import { turnRequestSchema } from '@coagent8/contracts';
import { createTempWorkspace } from '@coagent8/testing';
import type { TempWorkspace } from '@coagent8/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { createTurnOperations } from '../src/turn-operations.js';
import { scriptedDependencies } from './dependencies.js';
import type { Script } from './dependencies.js';

let workspace: TempWorkspace;
beforeAll(async () => {
  workspace = await createTempWorkspace({ files: { 'a.ts': 'export {};\n' } });
});
afterAll(() => workspace.remove());

/** Says nothing until it is told to end. */
// eslint-disable-next-line require-yield
const silent: Script = async function* ({ signal }) {
  await delay(60_000, undefined, { signal }).catch(() => undefined);
  signal.throwIfAborted();
};

describe('the time limit', () => {
  it.each([
    ['when the turn is run', 0, 800],
    ['when the caller says that it was asked', 700, 100],
    ['when the caller says that it was asked, although that is over', 5_000, 0],
  ])('counts from %s', async (_, earlierMs, workMs) => {
    const { dependencies } = scriptedDependencies(workspace.path, silent);
    const operations = createTurnOperations(dependencies);
    const origin = { directory: workMs === 0 ? '/' : workspace.path }; // what is too late is not even looked at
    const request = { schemaVersion: 1, operation: 'consult', proposal: 'p', timeoutMs: 1_000, origin };
    const calledAt = performance.now();
    const outcome = await operations.run(turnRequestSchema.parse(request), {
      signal: new AbortController().signal,
      onProgress: () => undefined,
      ...(earlierMs === 0 ? {} : { startedAtMs: calledAt - earlierMs }),
    });
    const elapsedMs = performance.now() - calledAt;
    expect(outcome).toMatchObject({ status: 'failed', failure: { code: 'TIMEOUT' } });
    expect(elapsedMs).toBeGreaterThanOrEqual(workMs - 5);
    expect(elapsedMs).toBeLessThan(workMs + 600);
    expect(Math.abs(outcome.meta.durationMs - elapsedMs - earlierMs)).toBeLessThan(50);
  });
});
