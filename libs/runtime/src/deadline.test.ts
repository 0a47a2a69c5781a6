import { getEventListeners, once } from 'node:events';

import { describe, expect, it } from '@jest/globals';

import { createDeadline } from './deadline.js';

const LONG_MS = 3_600_000;

describe('createDeadline', () => {
  it('aborts with TIMEOUT and names the whole limit, the reserve included', async () => {
    const start = performance.now();
    const deadline = createDeadline({ timeoutMs: 10_050, reserveMs: 10_000 });
    await once(deadline.signal, 'abort');
    expect(performance.now() - start).toBeGreaterThanOrEqual(49);
    expect(deadline.signal.reason).toMatchObject({ code: 'TIMEOUT', details: { timeoutMs: 10_050 } });
    expect(deadline.signal.reason.message).toContain('10050 ms');
  });

  it('aborts with ABORTED when the caller cancels, and stays with the first reason', () => {
    const caller = new AbortController();
    const deadline = createDeadline({ timeoutMs: LONG_MS, signal: caller.signal });
    expect(deadline.signal.aborted).toBe(false);
    caller.abort(new Error('reason of the caller'));
    expect(deadline.signal.reason).toMatchObject({ code: 'ABORTED' });
    expect(getEventListeners(caller.signal, 'abort')).toEqual([]);
  });

  it('is over at once when the caller had cancelled before', () => {
    const deadline = createDeadline({ timeoutMs: LONG_MS, signal: AbortSignal.abort() });
    expect(deadline.signal.reason).toMatchObject({ code: 'ABORTED' });
  });

  it('does not let a later cancel replace a timeout', async () => {
    const caller = new AbortController();
    const deadline = createDeadline({ timeoutMs: 1, signal: caller.signal });
    await once(deadline.signal, 'abort');
    caller.abort();
    expect(deadline.signal.reason).toMatchObject({ code: 'TIMEOUT' });
  });

  it('runs out at once when the reserve is the whole limit', async () => {
    const deadline = createDeadline({ timeoutMs: 100, reserveMs: 200 });
    await once(deadline.signal, 'abort');
  });

  it('lets go of timer and listener when it is disposed', () => {
    const caller = new AbortController();
    const deadline = createDeadline({ timeoutMs: LONG_MS, signal: caller.signal });
    expect(getEventListeners(caller.signal, 'abort')).toHaveLength(1);
    deadline.dispose();
    expect(getEventListeners(caller.signal, 'abort')).toEqual([]);
    caller.abort();
    expect(deadline.signal.aborted).toBe(false);
  });
});
