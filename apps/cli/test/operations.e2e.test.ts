import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

import { createBackends } from '@coagent8/backends';
import { turnEventSchema, turnRequestSchema } from '@coagent8/contracts';
import type { TurnOperations, TurnOutcome, TurnProgress, TurnRequest } from '@coagent8/contracts';
import { createTurnOperations } from '@coagent8/execution';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { createInstalledCommand } from './installed-command.js';
import type { InstalledCommand } from './installed-command.js';

/**
 * The seam that every app stands on, held to one suite whichever side of it the work is on: in this process, or in a
 * child that reads the request and writes events.
 */
let command: InstalledCommand;
beforeAll(async () => {
  command = await createInstalledCommand();
});
afterAll(() => command.remove());

const inProcess = (): TurnOperations =>
  createTurnOperations({
    environment: {
      variables: command.variables,
      platform: process.platform,
      homeDirectory: command.variables['HOME'] ?? '',
      workingDirectory: command.workspacePath,
    },
    backends: createBackends(),
    now: () => performance.now(),
  });

const inChild = (): TurnOperations => ({
  run: async (request, { signal, onProgress }) => {
    const child = spawn(process.execPath, [command.entry, 'run', '--request', '-'], command.spawnOptions());
    const stop = () => child.kill('SIGTERM');
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    child.stdin.end(`${JSON.stringify(request)}\n`);
    let outcome: TurnOutcome | undefined;
    for await (const line of createInterface({ input: child.stdout })) {
      const event = turnEventSchema.parse(JSON.parse(line));
      if (outcome !== undefined) throw new Error('an event came after the outcome');
      if (event.type === 'outcome') outcome = event.outcome;
      else onProgress(event);
    }
    signal.removeEventListener('abort', stop);
    if (outcome === undefined) throw new Error('the child ended without an outcome');
    return outcome;
  },
});

describe.each([
  ['in this process', inProcess],
  ['in a child: coagent8 run --request -', inChild],
])('TurnOperations %s', (_where, createOperations) => {
  const request = (scenario: string, more: Partial<TurnRequest> = {}): TurnRequest =>
    turnRequestSchema.parse({
      schemaVersion: 1,
      operation: 'consult',
      proposal: `SCENARIO=${scenario}`,
      origin: { directory: command.workspacePath },
      ...more,
    });

  async function run(asked: TurnRequest, signal = new AbortController().signal) {
    const progress: TurnProgress[] = [];
    const outcome = await createOperations().run(asked, {
      signal,
      onProgress: (each) => progress.push(each),
    });
    return { outcome, progress };
  }

  it('answers, with the facts of the turn', async () => {
    const { outcome, progress } = await run(request('shell'));
    expect(outcome).toMatchObject({
      status: 'answered',
      truncated: false,
      meta: {
        backend: 'codex',
        model: 'test-model',
        agentVersion: '0.171.0',
        operations: 1,
        evidence: { profile: 'read-only', assurance: 'verified' },
        workspace: { path: command.workspacePath, source: 'directory' },
      },
      warnings: [],
    });
    expect(
      progress.filter(({ type }) => type === 'phase').map((each) => 'phase' in each && each.phase),
    ).toEqual(['gathering', 'planning', 'verifying', 'working', 'settling']);
  });

  it('fails with a code, never with a rejection', async () => {
    const { outcome } = await run(request('e429-usage'));
    expect(outcome).toMatchObject({
      status: 'failed',
      failure: { code: 'RATE_LIMITED' },
      meta: { backend: 'codex' },
    });
  });

  it('keeps what was said when it is told to stop', async () => {
    const controller = new AbortController();
    const asked = command.models.requested();
    const running = run(request('slow'), controller.signal);
    await asked;
    setTimeout(() => controller.abort(), 1_000);
    const { outcome } = await running;
    expect(outcome).toMatchObject({ status: 'failed', failure: { code: 'ABORTED' } });
    expect(outcome.status === 'failed' && outcome.partialAnswer).toMatch(/^word /);
  });

  it('ends at the time limit', async () => {
    const { outcome } = await run(request('hang', { timeoutMs: 3_000 }));
    expect(outcome).toMatchObject({ status: 'failed', failure: { code: 'TIMEOUT' } });
    expect(outcome.meta.durationMs).toBeLessThan(8_000);
  });

  it('cuts an answer over the bound and says so', async () => {
    const { outcome } = await run(request('long'));
    expect(outcome).toMatchObject({ status: 'answered', truncated: true });
    expect(outcome.warnings).toEqual([{ code: 'ANSWER_TRUNCATED', message: 'answer truncated' }]);
  });
});
