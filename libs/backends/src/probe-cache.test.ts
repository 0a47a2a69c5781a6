import { describe, expect, it, jest } from '@jest/globals';

import { createProbeCache, PROBE_TTL_MS } from './probe-cache.js';

const forever = new AbortController().signal;
const isKept = (result: string) => result === 'good';

describe('createProbeCache', () => {
  it('serves a result until its time is over', async () => {
    let time = 0;
    const cache = createProbeCache({ isKept, now: () => time });
    const load = jest.fn(async () => 'good');
    for (const now of [0, PROBE_TTL_MS - 1]) {
      time = now;
      expect(await cache.get('a', load, forever)).toBe('good');
    }
    expect(load).toHaveBeenCalledTimes(1);
    time = PROBE_TTL_MS;
    await cache.get('a', load, forever);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('knows results apart by their key', async () => {
    const cache = createProbeCache({ isKept });
    const load = jest.fn(async () => 'good');
    await cache.get('a', load, forever);
    await cache.get('b', load, forever);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('serves what it was given, in the place of what it has and of what is being loaded', async () => {
    const cache = createProbeCache({ isKept });
    await cache.get('a', async () => 'good', forever);
    const late = Promise.withResolvers<string>();
    const loading = cache.get('b', () => late.promise, forever);
    cache.keep('a', 'given');
    cache.keep('b', 'given');
    late.resolve('good');
    expect(await loading).toBe('good');
    const load = jest.fn(async () => 'good');
    expect([await cache.get('a', load, forever), await cache.get('b', load, forever)]).toEqual([
      'given',
      'given',
    ]);
    expect(load).not.toHaveBeenCalled();
  });

  it('keeps neither a bad result nor an error', async () => {
    const cache = createProbeCache({ isKept });
    expect(await cache.get('a', async () => 'bad', forever)).toBe('bad');
    await expect(cache.get('a', async () => Promise.reject(new Error('no')), forever)).rejects.toThrow('no');
    expect(await cache.get('a', async () => 'good', forever)).toBe('good');
  });

  it('loads once for calls that miss together', async () => {
    const cache = createProbeCache({ isKept });
    const result = Promise.withResolvers<string>();
    const load = jest.fn(() => result.promise);
    const calls = [cache.get('a', load, forever), cache.get('a', load, forever)];
    result.resolve('bad');
    expect(await Promise.all(calls)).toEqual(['bad', 'bad']);
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('stops a load when the last of its callers has been aborted, and not before', async () => {
    const cache = createProbeCache({ isKept });
    const [first, second] = [new AbortController(), new AbortController()];
    let loading: AbortSignal | undefined;
    let settled = false;
    const load = (signal: AbortSignal) => {
      loading = signal;
      return new Promise<string>((_, reject) => {
        signal.addEventListener('abort', () =>
          setImmediate(() => {
            settled = true;
            reject(new Error('stopped'));
          }),
        );
      });
    };
    const calls = [cache.get('a', load, first.signal), cache.get('a', load, second.signal)];
    first.abort(new Error('first left'));
    await expect(calls[0]).rejects.toThrow('first left');
    expect(loading?.aborted).toBe(false);
    second.abort(new Error('second left'));
    await expect(calls[1]).rejects.toThrow('stopped');
    expect([loading?.aborted, settled]).toEqual([true, true]);
    expect(await cache.get('a', async () => 'good', forever)).toBe('good');
  });

  it('tells the reason of the last of its callers where the load has a result all the same', async () => {
    const cache = createProbeCache({ isKept });
    const late = Promise.withResolvers<string>();
    const caller = new AbortController();
    const call = cache.get('a', () => late.promise, caller.signal);
    caller.abort(new Error('left'));
    late.resolve('good');
    await expect(call).rejects.toThrow('left');
  });

  it('does not load for a caller that is aborted already', async () => {
    const cache = createProbeCache({ isKept });
    const load = jest.fn(async () => 'good');
    await expect(cache.get('a', load, AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
    expect(load).not.toHaveBeenCalled();
  });
});
