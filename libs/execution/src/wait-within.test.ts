import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';

import { waitWithin } from './wait-within.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const never = () => new Promise<string>(() => undefined);
const going = new AbortController().signal;

describe('waitWithin', () => {
  it('gives what the work gives, or throws what it throws, and leaves no timer', async () => {
    expect(await waitWithin(async () => 'done', { timeoutMs: 10, signal: going })).toBe('done');
    const failing = waitWithin(() => Promise.reject(new Error('broken')), { timeoutMs: 10, signal: going });
    await expect(failing).rejects.toThrow('broken');
    expect(jest.getTimerCount()).toBe(0);
  });

  it.each([
    [99, 'done'],
    [100, undefined],
  ])('after %i of 100 ms: %j', async (afterMs, result) => {
    const work = Promise.withResolvers<string>();
    const signals: AbortSignal[] = [];
    const waiting = waitWithin(
      (signal) => {
        signals.push(signal);
        return work.promise;
      },
      { timeoutMs: 100, signal: going },
    );
    jest.advanceTimersByTime(afterMs);
    expect(signals.map(({ aborted }) => aborted)).toEqual([result === undefined]);
    work.resolve('done');
    expect(await waiting).toBe(result);
  });

  it('ends with the caller, also where they have gone before', async () => {
    const controller = new AbortController();
    const waiting = waitWithin(never, { timeoutMs: 100, signal: controller.signal });
    controller.abort();
    expect(await waiting).toBeUndefined();
    expect(await waitWithin(never, { timeoutMs: 100, signal: controller.signal })).toBeUndefined();
  });

  it('drops what the work throws when nobody waits any more', async () => {
    const controller = new AbortController();
    const work = Promise.withResolvers<string>();
    const waiting = waitWithin(() => work.promise, { timeoutMs: 100, signal: controller.signal });
    controller.abort();
    expect(await waiting).toBeUndefined();
    work.reject(new Error('too late'));
    await expect(work.promise).rejects.toThrow('too late');
  });
});
