import { describe, expect, it } from '@jest/globals';

import { createNewestFirst } from './newest-first.js';

describe('createNewestFirst', () => {
  it('works on one item at a time and drops all but the newest that waits', async () => {
    const begun: number[] = [];
    const gate = Promise.withResolvers<void>();
    const queue = createNewestFirst(async (item: number) => {
      begun.push(item);
      await gate.promise;
    });
    for (let item = 1; item <= 1_000; item += 1) queue.offer(item);
    expect(begun).toEqual([1]);
    gate.resolve();
    await queue.settled();
    expect(begun).toEqual([1, 1_000]);
  });

  it('goes on after it has been idle', async () => {
    const begun: string[] = [];
    const queue = createNewestFirst(async (item: string) => void begun.push(item));
    queue.offer('a');
    await queue.settled();
    queue.offer('b');
    await queue.settled();
    expect(begun).toEqual(['a', 'b']);
  });

  it('hands a failure to whoever waits', async () => {
    const queue = createNewestFirst(() => Promise.reject(new Error('no')));
    queue.offer('a');
    await expect(queue.settled()).rejects.toThrow('no');
  });
});
