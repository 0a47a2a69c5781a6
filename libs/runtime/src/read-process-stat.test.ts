import { describe, expect, it } from '@jest/globals';

import { isRunning, parseProcessStat, readProcessStat } from './read-process-stat.js';

describe('parseProcessStat', () => {
  it('reads past any name', () => {
    const numbers = '0 -1 4194560 1 2 3 4 5 6 7 8 20 0 3 0';
    expect(parseProcessStat(`42 (a) b (c)) S 7 40 40 ${numbers} 99`)).toEqual({
      state: 'S',
      parentId: 7,
      groupId: 40,
      threads: 3,
    });
  });
});

describe('isRunning', () => {
  it.each([
    ['S', 1, true],
    ['R', 4, true],
    ['Z', 1, false],
    ['Z', 2, true],
    ['X', 0, false],
  ])('of state %s with %i threads is %s', (state, threads, expected) => {
    expect(isRunning({ state, threads })).toBe(expected);
  });
});

describe('readProcessStat', () => {
  it('counts the threads of this process', async () => {
    expect((await readProcessStat(process.pid))?.threads).toBeGreaterThan(1);
  });

  it('knows nothing of a process that is not there', async () => {
    expect(await readProcessStat(2 ** 30)).toBeUndefined();
  });
});
