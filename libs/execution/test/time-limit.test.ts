import { setTimeout as delay } from 'node:timers/promises';

import type { Backend, Catalogs } from '@coagent8/backends';
import { turnRequestSchema } from '@coagent8/contracts';
import type { Prices } from '@coagent8/models';
import { createTempWorkspace } from '@coagent8/testing';
import type { TempWorkspace } from '@coagent8/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { createTurnOperations } from '../src/turn-operations.js';

let workspace: TempWorkspace;
beforeAll(async () => {
  workspace = await createTempWorkspace({ files: { 'a.ts': 'export {};\n' } });
});
afterAll(() => workspace.remove());

/** Finds its program, and then says nothing until it is told to end. */
const silent: Backend = {
  id: 'codex',
  locate: async () => ({ path: '/usr/bin/codex', source: 'path' }),
  examine: () => Promise.reject(new Error('a turn examines nothing')),
  catalogInputs: async () => ({ files: [], variables: {} }),
  listModels: () => Promise.reject(new Error('catalogs ask for it')),
  readQuota: () => Promise.reject(new Error('a turn reads no quota')),
  // eslint-disable-next-line require-yield
  async *startTurn({ signal }) {
    await delay(60_000, undefined, { signal }).catch(() => undefined);
    signal.throwIfAborted();
  },
};

const catalogs: Catalogs = {
  read: async () => ({ catalog: { models: [], isComplete: false }, readAtMs: 0, warnings: [] }),
  resolve: async ({ model }) => model,
};
const prices: Prices = {
  read: async () => ({ priceOf: () => undefined, source: 'none', isStale: false, warnings: [] }),
  settled: async () => undefined,
};

describe('the time limit', () => {
  it.each([
    ['when the turn is run', 0, 800],
    ['when the caller says that it was asked', 700, 100],
    ['when the caller says that it was asked, although that is over', 5_000, 0],
  ])('counts from %s', async (_, earlierMs, workMs) => {
    const operations = createTurnOperations({
      environment: {
        variables: { COAGENT8_DIR: `${workspace.path}/.data` },
        platform: process.platform,
        homeDirectory: '/home/someone',
        workingDirectory: workspace.path,
      },
      backends: [silent],
      catalogs,
      prices,
      now: () => performance.now(),
    });
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
