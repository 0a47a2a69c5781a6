import { CoAgentError } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';

import { inTime } from './in-time.js';
import { watchAbort } from './wait.js';

const late = new CoAgentError('TIMEOUT', 'too late');
const cancelled = new CoAgentError('ABORTED', 'the caller cancelled');
const never = (signal: AbortSignal) => watchAbort(signal).happened;
const asking = (ask: (signal: AbortSignal) => Promise<string>, timeoutMs: number, signal?: AbortSignal) =>
  inTime(signal ?? new AbortController().signal, { timeoutMs, late: () => late }, ask);

describe('inTime', () => {
  it('gives the answer', async () => {
    expect(await asking(async () => 'answer', 60_000)).toBe('answer');
  });

  it('ends what takes too long, and what nobody waits for', async () => {
    await expect(asking(never, 1)).rejects.toBe(late);
    await expect(asking(never, 60_000, AbortSignal.abort(cancelled))).rejects.toBe(cancelled);
  });
});
