import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { placeOfJsonPath } from './json-path.js';

const TEXT = `
{
  "a": 1,
  "b": { "c": [ 1, 2,
    { "d": "a" } ] },
  "a": 2, "": [[], [
    3 ]]
}`;

describe('placeOfJsonPath', () => {
  it.each([
    [['b'], 4, 3],
    [['b', 'c'], 4, 10],
    [['b', 'c', 0], 4, 17],
    [['b', 'c', 1], 4, 20],
    [['b', 'c', 2], 5, 5],
    [['b', 'c', 2, 'd'], 5, 7],
    [['a'], 6, 3],
    [['', 1, 0], 7, 5],
    [[], 2, 1],
    [['none'], 2, 1],
    [['b', 'none', 'c'], 4, 3],
    [['b', 'c', 3], 4, 10],
    [['b', 'c', '0'], 4, 10],
    [['a', 'length'], 6, 3],
  ])('%j is on line %d, column %d', (path, line, column) => {
    expect(placeOfJsonPath(TEXT, path)).toEqual({ line, column });
  });

  it('goes by the last of two records, also where only the first has the name', () => {
    expect(placeOfJsonPath('{"a":{"x":1},\n"a":{\n}}', ['a', 'x'])).toEqual({ line: 2, column: 1 });
  });

  it('knows a name in another spelling, and `__proto__`', () => {
    expect(placeOfJsonPath(String.raw`{"x":0, "\u0061": 1}`, ['a'])).toEqual({ line: 1, column: 9 });
    expect(placeOfJsonPath('{"a":{"__proto__":{\n"b":1}}}', ['a', '__proto__', 'b']).line).toBe(2);
  });

  it('finds each name of what a program wrote on a line of its own', () => {
    const names = fc.uniqueArray(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(names, fc.array(fc.jsonValue(), { minLength: 6, maxLength: 6 }), (keys, values) => {
        const lines = keys.map((key, index) => `${JSON.stringify(key)}:${JSON.stringify(values[index])}`);
        const text = `[{\r\n${lines.join(',\r\n')}\r\n}]`;
        keys.forEach((key, index) => {
          expect(placeOfJsonPath(text, [0, key])).toEqual({ line: index + 2, column: 1 });
        });
      }),
    );
  });

  it('survives deep nesting', () => {
    const depth = 100_000;
    const text = `{"a":\n${'{"a":['.repeat(depth)}${']}'.repeat(depth)},"b":1}`;
    expect(placeOfJsonPath(text, ['b'])).toEqual({ line: 2, column: 8 * depth + 2 });
  });

  it('has a place for what is no JSON, too', () => {
    fc.assert(
      fc.property(fc.string(), (text) => placeOfJsonPath(text, ['a']).line >= 1),
      { examples: [[''], ['   '], ['{"a"'], ['{:']] },
    );
  });
});
