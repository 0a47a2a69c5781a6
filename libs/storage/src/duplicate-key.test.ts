import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { duplicateKeyIn } from './duplicate-key.js';

describe('duplicateKeyIn', () => {
  it.each([
    ['the top itself', '{"a": 1, "b": {}, "a": 2}', ['a']],
    ['what is below it', '{"a": {"x": {"y": 1, "z": [], "y": 2}}}', ['a', 'x', 'y']],
    ['what is in a list', '{"a": [1, [2, 3], {"x": 1, "x": 2}]}', ['a', 2, 'x']],
    ['another spelling of one name', String.raw`{"a": {"x": 1, "\u0078": 2}}`, ['a', 'x']],
    ['the first of two', '{"a": {"x": 1, "x": 2}, "a": {}}', ['a', 'x']],
    ['names that records have', '{"a": {"__proto__": 1, "__proto__": 2}}', ['a', '__proto__']],
    ['an empty name', '{"a": {"": 1, "": 2}}', ['a', '']],
  ])('finds %s', (_, text, path) => {
    expect(duplicateKeyIn(text, 'a')?.path).toEqual(path);
  });

  it.each([
    ['the second of two', '{"a": 1,\n "a": 2}', { line: 2, column: 2 }],
    ['the second of three', '{\r\n"a": 1,\r\n"a": 2,\r\n"a": 3}', { line: 3, column: 1 }],
    [
      'the inner one, though the outer one comes again',
      '{"a": {"x":1,\n"x":2},\n"a":{}}',
      { line: 2, column: 1 },
    ],
  ])('says where %s stands', (_, text, place) => {
    expect(duplicateKeyIn(text, 'a')?.place).toEqual(place);
  });

  it.each([
    '{"a": {"x": {"y": 1}, "y": {"x": 1}}, "x": {"y": 1}}',
    '{"a": ["x", "x", {"x": "x"}, {"x": "x"}]}',
    '{"b": 1, "b": {"a": 1, "a": 2}}',
    '{"b": {"a": {"x": 1, "x": 2}}}',
    '[{"a": 1, "a": 2}]',
    '"a"',
    '',
  ])('finds none in %s', (text) => {
    expect(duplicateKeyIn(text, 'a')).toBeUndefined();
  });

  it('finds none in what a program wrote, and what is put in twice', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.nat(), (record, nth) => {
        const text = JSON.stringify(record);
        const names = Object.keys(record);
        const name = names[nth % names.length];
        const twice = `{"a":${text.slice(0, -1)},${JSON.stringify(name)}:null}}`;
        expect(duplicateKeyIn(`{"a":${text}}`, 'a')).toBeUndefined();
        expect(duplicateKeyIn(twice, 'a')?.path).toEqual(['a', name]);
      }),
    );
  });

  it('survives deep nesting', () => {
    const depth = 100_000;
    const deep = `${'{"x":['.repeat(depth)}{"x":1,"x":2}${']}'.repeat(depth)}`;
    expect(duplicateKeyIn(`{"a":${deep}}`, 'a')?.path).toHaveLength(2 * depth + 2);
  });
});
