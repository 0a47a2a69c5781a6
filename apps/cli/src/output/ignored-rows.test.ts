import { describe, expect, it } from '@jest/globals';

import { ignoredRows } from './ignored-rows.js';

const PLAIN = { strong: String, dim: String, alert: String };
const field = (path: string, source: 'file' | 'editor', similar: readonly string[] = []) => ({
  path,
  source,
  similar,
});

describe('ignoredRows', () => {
  it('is nothing where everything counts', () => {
    expect(ignoredRows({ ignored: [], ignoredCount: 0 }, PLAIN)).toEqual([]);
  });

  it('gives each that may be meant a line, and counts those that are not named', () => {
    const ignored = [field('a\u202Eb', 'file', ['x.y', 'x.z']), field('c', 'editor')];
    expect(ignoredRows({ ignored, ignoredCount: 5 }, PLAIN)).toEqual([
      'Ignored, since there is no such field:',
      '  a b (file)',
      '      did you mean x.y',
      '      or x.z',
      '  c (editor)',
      '  and 3 more',
      'The next change drops them from the file.',
    ]);
  });

  it('promises to drop nothing that is in no file', () => {
    expect(ignoredRows({ ignored: [field('c', 'editor')], ignoredCount: 1 }, PLAIN)).toEqual([
      'Ignored, since there is no such field:',
      '  c (editor)',
    ]);
  });
});
