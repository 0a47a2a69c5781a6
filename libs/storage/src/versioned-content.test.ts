import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';

import { parseVersioned } from './versioned-content.js';

const parse = (content: unknown) =>
  parseVersioned(content, {
    schemaVersion: 2,
    schema: z.object({ words: z.array(z.string()) }),
    empty: { words: ['none'] },
  });

describe('parseVersioned', () => {
  it('takes its own version, without what the schema does not know', () => {
    const content = { schemaVersion: 2, words: ['one'], other: 1 };
    expect(parse(content)).toEqual({ kind: 'data', data: { words: ['one'] } });
  });

  it.each([3, 2 ** 53 - 1])('tells version %d as a newer one, whatever is in it', (schemaVersion) => {
    expect(parse({ schemaVersion, words: 1 })).toEqual({ kind: 'newer', version: schemaVersion });
  });

  it.each([1, 0, -1])('finds nothing in version %d, whatever is in it', (schemaVersion) => {
    expect(parse({ schemaVersion, words: 1 })).toEqual({ kind: 'data', data: { words: ['none'] } });
  });

  it.each([
    [null, 'it is no record'],
    [[], 'it is no record'],
    ['text', 'it is no record'],
    [{}, 'schemaVersion is not as it should be'],
    [{ schemaVersion: '2', words: [] }, 'schemaVersion is not as it should be'],
    [{ schemaVersion: 2.5, words: [] }, 'schemaVersion is not as it should be'],
    [{ schemaVersion: 2 }, 'words is not as it should be'],
    [{ schemaVersion: 2, words: ['one', 2] }, 'words is not as it should be'],
  ])('says what is wrong with %j', (content, problem) => {
    expect(parse(content)).toEqual({ kind: 'broken', problem });
  });
});
