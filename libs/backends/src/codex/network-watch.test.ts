import { afterEach, describe, expect, it, jest } from '@jest/globals';

import { createNetworkWatch, NETWORK_WAIT_MS } from './network-watch.js';

afterEach(() => {
  jest.useRealTimers();
});

describe('createNetworkWatch', () => {
  it('ends a wait after half a minute from its first notice', async () => {
    jest.useFakeTimers();
    const watch = createNetworkWatch();
    watch.waiting();
    jest.advanceTimersByTime(NETWORK_WAIT_MS - 1);
    watch.waiting();
    jest.advanceTimersByTime(1);
    await expect(watch.exceeded).rejects.toMatchObject({
      code: 'PROCESS_ERROR',
      details: { waitMs: NETWORK_WAIT_MS },
    });
  });

  it('does not when the turn has gone on', async () => {
    jest.useFakeTimers();
    const watch = createNetworkWatch(10);
    watch.waiting();
    watch.working();
    jest.advanceTimersByTime(100);
    expect(await Promise.race([watch.exceeded, Promise.resolve('nothing')])).toBe('nothing');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('leaves no timer behind', () => {
    jest.useFakeTimers();
    const watch = createNetworkWatch();
    watch.waiting();
    watch.dispose();
    expect(jest.getTimerCount()).toBe(0);
  });
});
