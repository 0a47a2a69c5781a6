import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { placeOfJsonFault } from './json-fault.js';

describe('placeOfJsonFault', () => {
  it.each([
    ['a bare word', '{\n"a": x,\n"b": 1}', 2, 6],
    ['a comment in front', '// c\n{}', 1, 1],
    ['a comment inside', '{\n"a": 1,\n// c\n"b": 2}', 3, 1],
    ['a comma at the end', '{\n"a": 1,\n}', 3, 1],
    ['a comma that is missing', '{\n"a": 1\n"b": 2}', 3, 1],
    ['a bracket that is missing', '{\n"a": [1\n', 3, 1],
    ['a quote that is missing', '{\n"a": "b\n}', 2, 6],
    ['a second text', '{}\n{}', 2, 1],
    ['an empty text', '', 1, 1],
  ])('finds %s', (_what, text, line, column) => {
    expect(placeOfJsonFault(text)).toEqual({ line, column });
  });

  it('survives deep nesting', () => {
    expect(() => placeOfJsonFault('['.repeat(1_000_000))).not.toThrow();
  });

  it('finds none in JSON', () => {
    fc.assert(fc.property(fc.json(), (text) => placeOfJsonFault(text) === undefined));
  });

  it('finds a wrong token wherever it is put', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { minLength: 1 }), fc.nat(), (values, place) => {
        const index = place % values.length;
        const items = values.map((value, at) => `${JSON.stringify(value)}${at === index ? ',\n@' : ''}`);
        expect(placeOfJsonFault(`[\n${items.join(',\n')}\n]`)?.line).toBe(index + 3);
      }),
    );
  });
});
