import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { findJsonFault, placeOf } from './json-fault.js';

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('findJsonFault', () => {
  it.each([
    ['', 0],
    ['  ', 2],
    ['{', 1],
    ['{"a":1,}', 7],
    ['{"a" 1}', 5],
    ['{"a":1 "b":2}', 7],
    ['{a:1}', 1],
    ["{'a':1}", 1],
    ['[1,2', 4],
    ['[1,]', 3],
    ['[1}', 2],
    ['{"a":1]', 6],
    ['{} x', 3],
    ['// note\n{}', 0],
    ['{"a":tru}', 5],
    ['[01]', 2],
    ['[1.]', 2],
    ['"open', 0],
    ['"a\nb"', 0],
    ['["\\x"]', 1],
    ['["\\u12"]', 1],
    [']', 0],
    ['\u00a01', 0],
  ])('%j: %d', (text, offset) => {
    expect(findJsonFault(text)).toBe(offset);
    expect(parses(text)).toBe(false);
  });

  it('finds none exactly where JSON.parse finds none', () => {
    const pieces = fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"a"',
        '"\\u00e9\\n"',
        '"\x7f"',
        '"',
        '\\',
        '1',
        '-0',
        '1e5',
        '01',
        '.5',
      ],
      ...['true', 'null', 'nul', ' ', '\n', '\t', '\f', '\0', '\u{1F600}', '\uD800', '"\uD800"'],
    );
    const nearly = fc
      .tuple(fc.json(), fc.nat(), pieces, fc.nat({ max: 3 }))
      .map(([json, at, piece, drop]) => {
        const offset = at % (json.length + 1);
        return json.slice(0, offset) + piece + json.slice(offset + drop);
      });
    const texts = fc.oneof(
      fc.json(),
      nearly,
      fc.array(pieces, { maxLength: 8 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(findJsonFault(text) === undefined).toBe(parses(text));
      }),
      { numRuns: 5000 },
    );
  });

  it('finds a wrong mark where it is', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        expect(findJsonFault(`${json}@`)).toBe(/^-?\d.*$/.test(json) ? json.length : json.trimEnd().length);
      }),
    );
  });

  it('goes over long strings and deep nesting', () => {
    expect(findJsonFault(`"${'x'.repeat(10_000_000)}"`)).toBeUndefined();
    expect(findJsonFault('['.repeat(1_000_000))).toBe(1_000_000);
  });
});

describe('placeOf', () => {
  it.each([
    [0, 1, 1],
    [2, 1, 3],
    [3, 2, 1],
    [6, 4, 1],
  ])('offset %d: line %d, column %d', (offset, line, column) => {
    expect(placeOf('ab\nc\n\nd', offset)).toEqual({ line, column });
  });
});
