import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { pageEnd, pageStarts } from './page-text.js';

const pagesOf = (text: string, most: number) => {
  const starts = pageStarts(text, most);
  return starts.map((start, index) => text.slice(start, starts[index + 1]));
};

describe('pageStarts', () => {
  it.each([
    ['nothing', '', 4, ['']],
    ['what fits', 'abcd', 4, ['abcd']],
    ['one character more', 'abcde', 4, ['abcd', 'e']],
    ['a line that ends in the last quarter', 'abcdef\nhij', 8, ['abcdef\n', 'hij']],
    ['a line that ends before it', 'abcd\nfghij', 8, ['abcd\nfgh', 'ij']],
    ['a word that ends in the last quarter', 'abcdef hij', 8, ['abcdef ', 'hij']],
    ['a line before a word', 'abcde\n ghij', 8, ['abcde\n', ' ghij']],
    ['a pair', 'abc😀d', 4, ['abc', '😀d']],
    ['a letter and its mark', 'abce\u0301d', 4, ['abc', 'e\u0301d']],
    ['people who belong together', 'ab👨‍👩‍👧c', 9, ['ab', '👨‍👩‍👧c']],
    ['a line end of two', 'abc\r\nd', 4, ['abc', '\r\nd']],
    ['a page that one character fills', '😀😀', 1, ['😀', '😀']],
  ])('cuts %s where nothing is broken', (_, text, most, expected) => {
    expect(pagesOf(text, most)).toEqual(expected);
  });

  it('loses and breaks nothing, and each page fits', () => {
    const texts = fc.string({
      unit: fc.constantFrom('a', ' ', '\n', '\r\n', '😀', 'e\u0301', '👩‍💻', '\ud800', 'é'),
      maxLength: 200,
    });
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 50 }), (text, most) => {
        const pages = pagesOf(text, most);
        expect(pages.join('')).toBe(text);
        for (const page of pages) expect(page.length).toBeLessThanOrEqual(Math.max(most, 2));
        for (const [index, page] of pages.entries()) {
          if (index > 0) expect(page).not.toBe('');
          const isCut = /[\ud800-\udbff]$/.test(page) && /^[\udc00-\udfff]/.test(pages[index + 1] ?? '');
          expect(isCut).toBe(false);
        }
      }),
    );
  });

  it('gets on through what is one character without end', () => {
    const marks = `a${'\u0301'.repeat(5000)}`;
    expect(pagesOf(marks, 1000).map(({ length }) => length)).toEqual([1000, 1000, 1000, 1000, 1000, 1]);
    expect(pageEnd('\u200d'.repeat(10), 0, 3)).toBe(3);
  });
});
