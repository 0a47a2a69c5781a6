import { describe, expect, it } from '@jest/globals';

import { parseProcessStat, readProcessStat } from './read-process-stat.js';

describe('parseProcessStat', () => {
  it('reads past any name', () => {
    expect(parseProcessStat('42 (a) b (c)) S 7 40 40 0 -1 4194560')).toEqual({
      state: 'S',
      parentId: 7,
      groupId: 40,
    });
  });
});

describe('readProcessStat', () => {
  it('knows nothing of a process that is not there', async () => {
    expect(await readProcessStat(2 ** 30)).toBeUndefined();
  });
});
