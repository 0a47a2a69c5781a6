import { describe, expect, it } from '@jest/globals';

import { readRoots, ROOTS_MAX_WAIT_MS } from './roots.js';

const patient = () => ({ maxWaitMs: 60_000, signal: new AbortController().signal });

describe('readRoots', () => {
  it('turns file URIs into paths and leaves out the rest', async () => {
    const uris = [
      'file:///srv/a',
      'file:///srv/b%20c/',
      'https://x.test/',
      'file://host/share',
      '',
      'file:///a%2Fb',
    ];
    expect(await readRoots(async () => uris, patient())).toEqual(['/srv/a', '/srv/b c/']);
  });

  it('has none where the client refuses', async () => {
    expect(await readRoots(() => Promise.reject(new Error('no')), patient())).toEqual([]);
  });

  it.each([
    [60_000, 2_000],
    [2_000, 2_000],
    [1_999, 1_999],
    [-1, 0],
  ])('of a caller with %i ms left, the client gets %i', async (maxWaitMs, given) => {
    const waits: number[] = [];
    await readRoots(async (each) => (waits.push(each), []), { ...patient(), maxWaitMs });
    expect(waits).toEqual([given]);
    expect(ROOTS_MAX_WAIT_MS).toBe(2_000);
  });

  it('waits no longer than the call', async () => {
    const call = new AbortController();
    const never = (_: number, signal: AbortSignal) =>
      new Promise<string[]>((_resolve, reject) => signal.addEventListener('abort', reject));
    const reading = readRoots(never, { ...patient(), signal: call.signal });
    call.abort();
    expect(await reading).toEqual([]);
    expect(await readRoots(never, { ...patient(), signal: call.signal })).toEqual([]);
  });

  it('lets what was answered be when the call ends later', async () => {
    const call = new AbortController();
    const signals: AbortSignal[] = [];
    await readRoots(async (_, signal) => (signals.push(signal), []), { ...patient(), signal: call.signal });
    call.abort();
    expect(signals[0]?.aborted).toBe(false);
  });
});
