import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { fitMarkdown } from './fit-markdown.js';

describe('fitMarkdown', () => {
  it('keeps a text at the limit and cuts one that is past it', () => {
    expect(fitMarkdown('a'.repeat(10), 10)).toBe('a'.repeat(10));
    expect(fitMarkdown('a'.repeat(11), 10)).toBe('a'.repeat(10));
  });

  it('cuts at the end of a line where it can', () => {
    expect(fitMarkdown('one\ntwo\nthree', 10)).toBe('one\ntwo');
  });

  it('never cuts a character in two', () => {
    expect(fitMarkdown('ab😀', 3)).toBe('ab');
    expect(fitMarkdown('ab😀', 4)).toBe('ab😀');
  });

  it('closes what the cut left open, within the limit', () => {
    expect(fitMarkdown('```\nlong line of code\n```', 16)).toBe('```\nlong lin\n```');
  });

  it('keeps an answer that begins with an endless fence', () => {
    expect(fitMarkdown(`${'`'.repeat(70_000)}\nx`, 40_000)).toBe(`${'`'.repeat(200)}\nx\n${'`'.repeat(200)}`);
    expect(fitMarkdown(`${'~'.repeat(201)} a`, 40_000)).toBe(`${'~'.repeat(200)} a\n${'~'.repeat(200)}`);
  });

  it('gives nothing rather than too much', () => {
    expect(fitMarkdown('text', 0)).toBe('');
    expect(fitMarkdown('text', -5)).toBe('');
    expect(fitMarkdown('`'.repeat(50), 10)).toBe('`'.repeat(10).slice(0, 0));
  });

  it('holds its limit for every text', () => {
    const piece = fc.constantFrom('```', '~~~~~~~~', '\n', '- ', '😀', 'word ', '<!--', '   ');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.integer({ min: 0, max: 200 }), (pieces, max) => {
        const text = pieces.join('');
        const fitted = fitMarkdown(text, max);
        expect(fitted.length).toBeLessThanOrEqual(max);
        expect(fitted.isWellFormed()).toBe(true);
      }),
    );
  });
});
