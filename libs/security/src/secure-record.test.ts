import { describe, expect, it } from '@jest/globals';

import { secureRecord } from './secure-record.js';

describe('secureRecord', () => {
  it('secures every text, wherever it stands, and nothing else', async () => {
    const record = { a: 'x', n: 1, no: null, list: ['x', { deep: 'x' }], yes: true };
    expect(await secureRecord(record, async (text) => `${text}!`)).toEqual({
      a: 'x!',
      n: 1,
      no: null,
      list: ['x!', { deep: 'x!' }],
      yes: true,
    });
  });
});
