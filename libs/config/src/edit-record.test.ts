import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { valueAt, withoutValue, withValue } from './edit-record.js';

const path = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 });
const { record } = fc.letrec((tie) => ({
  record: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('value'), {
    maxKeys: 3,
    noNullPrototype: true,
  }),
  value: fc.oneof({ maxDepth: 3 }, fc.integer(), tie('record')),
}));
const records = record.filter(
  (value): value is Record<string, unknown> => typeof value === 'object' && value !== null,
);

describe('editing a record', () => {
  it('makes the records on the way, and takes the empty ones away again', () => {
    expect(withValue({ z: 1 }, ['a', 'b'], 2)).toEqual({ z: 1, a: { b: 2 } });
    expect(withoutValue({ z: 1, a: { b: 2 } }, ['a', 'b'])).toEqual({ z: 1 });
    expect(withoutValue({ a: { b: { c: 1 }, d: 2 } }, ['a', 'b', 'c'])).toEqual({ a: { d: 2 } });
  });

  it('leaves an empty record that was there', () => {
    const before = { a: {} };
    expect(withoutValue(before, ['a', 'b'])).toBe(before);
  });

  it('finds no inherited value', () => {
    expect(valueAt({}, ['constructor', 'name'])).toBeUndefined();
    expect(valueAt([1], ['length'])).toBeUndefined();
  });

  it('keeps null, which is a value', () => {
    expect(valueAt(withValue({}, ['a', 'b'], null), ['a', 'b'])).toBeNull();
  });

  it('puts what is then there, takes what is then gone, and keeps the order of the rest', () => {
    fc.assert(
      fc.property(records, path, (before, at) => {
        const copy = structuredClone(before);
        const put = withValue(before, at, 'new');
        expect(valueAt(put, at)).toBe('new');
        expect(Object.keys(put).slice(0, Object.keys(before).length)).toEqual(Object.keys(before));
        expect(valueAt(withoutValue(put, at), at)).toBeUndefined();
        expect(before).toEqual(copy);
      }),
    );
  });
});
