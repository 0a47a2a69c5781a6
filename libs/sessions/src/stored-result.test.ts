import { describe, expect, it } from '@jest/globals';

import { handleOf, NOW, WORKSPACE } from '../test/made-up-records.js';
import {
  pageResult,
  RESULT_MAX_BYTES,
  RESULT_MAX_CHARACTERS,
  RESULT_PAGE_MAX_CHARACTERS,
} from './stored-result.js';
import type { StoredResult } from './stored-result.js';

const resultOf = (text: string, token = 'c'): StoredResult => ({
  schemaVersion: 1,
  handle: handleOf('a'),
  workspace: WORKSPACE,
  backend: 'claude',
  turn: 3,
  token: token.repeat(32),
  storedAt: new Date(NOW).toISOString(),
  isPartial: false,
  isTruncated: false,
  text,
});

function allPages(result: StoredResult): string[] {
  const texts: string[] = [];
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor; isFirst = false) {
    const page = pageResult(result, cursor);
    expect(page.offset).toBe(texts.join('').length);
    texts.push(page.text);
    cursor = page.nextCursor;
  }
  return texts;
}

describe('pageResult', () => {
  it('is one page up to the limit, and two from one character more', () => {
    const most = RESULT_PAGE_MAX_CHARACTERS;
    expect(pageResult(resultOf('x'.repeat(most))).nextCursor).toBeUndefined();
    expect(allPages(resultOf('x'.repeat(most + 1))).map(({ length }) => length)).toEqual([most, 1]);
  });

  it('tells of the whole on every page, and nothing that is for us alone', () => {
    const { text, nextCursor, ...facts } = pageResult(resultOf('x'.repeat(50_000)));
    expect([text.length, nextCursor]).toEqual([40_000, `${'c'.repeat(32)}-40000`]);
    expect(facts).toEqual({
      handle: handleOf('a'),
      workspace: WORKSPACE,
      backend: 'claude',
      turn: 3,
      storedAt: new Date(NOW).toISOString(),
      isPartial: false,
      isTruncated: false,
      offset: 0,
      totalCharacters: 50_000,
    });
  });

  it('reads the longest result, page by page, as it was', () => {
    const text = 'Line of words, with é and 😀.\n'.repeat(40_000).slice(0, RESULT_MAX_CHARACTERS);
    expect(allPages(resultOf(text)).join('')).toBe(text);
  });

  it.each([
    ['nothing', ''],
    ['a position alone', '40000'],
    ['the first page', `${'c'.repeat(32)}-0`],
    ['a position within a page', `${'c'.repeat(32)}-39999`],
    ['a position beyond the end', `${'c'.repeat(32)}-80000`],
    ['a number too long', `${'c'.repeat(32)}-${'9'.repeat(10)}`],
    ['more than a cursor', `${'c'.repeat(32)}-40000 `],
  ])('refuses %s as a cursor', (_, cursor) => {
    expect(() => pageResult(resultOf('x'.repeat(50_000)), cursor)).toThrow(
      expect.objectContaining({
        code: 'INPUT_LIMIT',
        message: expect.stringContaining('is not a cursor of a result'),
      }),
    );
  });

  it('refuses the cursor of an earlier result', () => {
    const { nextCursor } = pageResult(resultOf('x'.repeat(50_000), 'd'));
    expect(() => pageResult(resultOf('x'.repeat(50_000)), nextCursor)).toThrow(
      expect.objectContaining({
        code: 'HISTORY_ERROR',
        details: expect.objectContaining({ reason: 'HISTORY_CHANGED' }),
      }),
    );
  });

  it('has room for what JSON makes of the longest text', () => {
    const worst = JSON.stringify(resultOf('\ud800'.repeat(RESULT_MAX_CHARACTERS)));
    expect(Buffer.byteLength(worst)).toBeLessThanOrEqual(RESULT_MAX_BYTES);
  });
});
