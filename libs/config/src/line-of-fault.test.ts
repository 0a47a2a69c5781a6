import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { lineOfFault } from './line-of-fault.js';

describe('lineOfFault', () => {
  it.each([
    ['a bare word', '{\n"a": x,\n"b": 1}', 2],
    ['a comment in front', '// c\n{}', 1],
    ['a comment inside', '{\n"a": 1,\n// c\n"b": 2}', 3],
    ['a comma at the end', '{\n"a": 1,\n}', 3],
    ['a comma that is missing', '{\n"a": 1\n"b": 2}', 3],
    ['a bracket that is missing', '{\n"a": [1\n', 3],
    ['a quote that is missing', '{\n"a": "b\n}', 2],
    ['a second text', '{}\n{}', 2],
    ['an empty text', '', 1],
    ['a text that speaks of a position', '[\n1,\n at position 0]', 3],
  ])('finds %s', (_, text, line) => {
    expect(lineOfFault(text)).toBe(line);
  });

  it('finds a wrong token wherever it is put', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { minLength: 1 }), fc.nat(), (values, place) => {
        const index = place % values.length;
        const items = values.map((value, at) => `${JSON.stringify(value)}${at === index ? ',\n@' : ''}`);
        expect(lineOfFault(`[\n${items.join(',\n')}\n]`)).toBe(index + 3);
      }),
    );
  });

  it('stays quick on the largest text', () => {
    const text = `[${'"x",'.repeat(65_000)}\n@]`;
    expect(lineOfFault(text)).toBe(2);
  });
});
