import { PassThrough } from 'node:stream';

import { describe, expect, it } from '@jest/globals';
import { turnEventSchema } from '@coagent8/contracts';
import type { TurnEvent, TurnOutcome } from '@coagent8/contracts';

import { ANSWERED, createScriptedWorld, RECORD } from '../../test/scripted-world.js';
import type { Script } from '../../test/scripted-world.js';
import { REQUEST_MAX_BYTES } from '../read-input.js';
import { run } from './run.js';

const ABORTED: TurnOutcome = {
  status: 'failed',
  failure: { code: 'ABORTED', message: 'stopped' },
  partialAnswer: 'so far',
  meta: { durationMs: 1, operations: 0 },
  warnings: [],
};

async function ran(script: Script) {
  const { world, written, requests } = createScriptedWorld(script);
  const exitCode = await run(world);
  const events: TurnEvent[] = written.stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => turnEventSchema.parse(JSON.parse(line)));
  return { exitCode, events, stderr: written.stderr, requests };
}

describe('run', () => {
  it('writes the events of the turn, the outcome last', async () => {
    const { exitCode, events, requests, stderr } = await ran({
      stdin: `${JSON.stringify(RECORD)}\nanything after the line is not read`,
      run: (_, host) => {
        host.onProgress({ type: 'phase', phase: 'gathering' });
        host.onProgress({ type: 'operation', operations: 1, label: 'read a.ts' });
        return Promise.resolve(ANSWERED);
      },
    });
    expect(exitCode).toBe(0);
    expect(events).toEqual([
      { type: 'phase', phase: 'gathering' },
      { type: 'operation', operations: 1, label: 'read a.ts' },
      { type: 'outcome', outcome: ANSWERED },
    ]);
    expect(requests).toEqual([
      { ...RECORD, backend: 'auto', timeoutMs: 900_000, origin: { directory: '/repo', roots: [] } },
    ]);
    expect(stderr).toBe('');
  });

  it.each([
    ['nothing', ''],
    ['no JSON', 'consult\n'],
    ['another record', '{"schemaVersion":1}\n'],
    ['an unknown field', `${JSON.stringify({ ...RECORD, bogus: 1 })}\n`],
    ['a record that is too long', `${' '.repeat(REQUEST_MAX_BYTES + 1)}\n`],
  ])('answers %s with one outcome', async (_, stdin) => {
    const { exitCode, events, requests } = await ran({ stdin });
    expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] });
    expect(events).toEqual([
      {
        type: 'outcome',
        outcome: expect.objectContaining({ failure: expect.objectContaining({ code: 'INPUT_LIMIT' }) }),
      },
    ]);
  });

  it('takes a record of just the longest length', async () => {
    const record = JSON.stringify(RECORD);
    const { exitCode } = await ran({ stdin: `${record}${' '.repeat(REQUEST_MAX_BYTES - record.length)}\n` });
    expect(exitCode).toBe(0);
  });

  it('writes the outcome of a turn that was told to stop', async () => {
    const controller = new AbortController();
    const { exitCode, events } = await ran({
      stdin: JSON.stringify(RECORD),
      signal: controller.signal,
      run: (_, { signal }) => {
        const outcome = new Promise<TurnOutcome>((resolve) => {
          signal.addEventListener('abort', () => {
            resolve(ABORTED);
          });
        });
        controller.abort();
        return outcome;
      },
    });
    expect(exitCode).toBe(130);
    expect(events).toEqual([{ type: 'outcome', outcome: ABORTED }]);
  });

  it('writes an outcome when it is told to stop before there is a request', async () => {
    const { exitCode, events } = await ran({ stdin: new PassThrough(), signal: AbortSignal.timeout(1) });
    expect(exitCode).toBe(130);
    expect(events).toEqual([
      {
        type: 'outcome',
        outcome: expect.objectContaining({ failure: expect.objectContaining({ code: 'ABORTED' }) }),
      },
    ]);
  });
});
