import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { fitMarkdown } from './fit-markdown.js';

const fitted = (markdown: string, maxCharacters: number) => fitMarkdown(markdown, maxCharacters).text;

describe('fitMarkdown', () => {
  it('keeps a text at the limit and cuts one that is past it', () => {
    expect(fitted('a'.repeat(10), 10)).toBe('a'.repeat(10));
    expect(fitted('a'.repeat(11), 10)).toBe('a'.repeat(10));
  });

  it('cuts at the end of a line where it can', () => {
    expect(fitted('one\ntwo\nthree', 10)).toBe('one\ntwo');
  });

  it('never cuts a character in two', () => {
    expect(fitted('ab😀', 3)).toBe('ab');
    expect(fitted('ab😀', 4)).toBe('ab😀');
  });

  it('closes what the cut left open, within the limit', () => {
    expect(fitted('```\nlong line of code\n```', 16)).toBe('```\nlong lin\n```');
  });

  it('leaves room for the note on what is shown as source', () => {
    const { text, note = '' } = fitMarkdown('<details>\n'.repeat(50), 300);
    expect(text).toMatch(/^```markdown\n<details>\n[^]*<details>\n```$/);
    expect(text.length + note.length + '\n> '.length).toBeLessThanOrEqual(300);
  });

  it('keeps an answer that begins with an endless fence', () => {
    expect(fitted(`${'`'.repeat(70_000)}\nx`, 40_000)).toBe(`${'`'.repeat(200)}\nx\n${'`'.repeat(200)}`);
    expect(fitted(`${'~'.repeat(201)} a`, 40_000)).toBe(`${'~'.repeat(200)} a\n${'~'.repeat(200)}`);
  });

  it('gives nothing rather than too much', () => {
    expect(fitted('text', 0)).toBe('');
    expect(fitted('text', -5)).toBe('');
    expect(fitted('`'.repeat(50), 10)).toBe('');
  });

  it('holds its limit for every text', () => {
    const piece = fc.constantFrom('```', '~~~~~~~~', '\n', '- ', '😀', 'word ', '<!--', '   ', '> ');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.integer({ min: 0, max: 200 }), (pieces, max) => {
        const text = fitted(pieces.join(''), max);
        expect(text.length).toBeLessThanOrEqual(max);
        expect(text.isWellFormed()).toBe(true);
      }),
    );
  });
});
