import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { namesSame, priceKey, sameModel } from './identifier.js';

const nameArbitrary = fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9.-]{0,12}$/);

describe('sameModel', () => {
  it.each([
    ['swift-4.2', 'swift-4.2'],
    ['swift-4.2', 'Swift-4.2'],
    ['swift-4.2', 'swift-4-2'],
    ['swift-4.2', 'vendor/swift-4.2'],
    ['vendor/swift-4.2', 'gateway/vendor/SWIFT-4-2'],
  ])('holds %s and %s for the same', (one, other) => {
    expect(sameModel(one, other)).toBe(true);
    expect(sameModel(other, one)).toBe(true);
  });

  it.each([
    ['swift-4.2', 'swift-4.3'],
    ['swift-4.2', 'swift-42'],
    ['swift-4.2', 'swift-4.2-mini'],
    ['swift-4.2', 'swift-4.2-2026-01-31'],
    ['swift-4.2', 'swift-4.2-high'],
    ['swift', 'vendorswift'],
    ['one/swift', 'other/swift'],
    ['one/swift', 'one/gateway/swift'],
    ['one/', 'other/'],
    ['swift', ''],
    ['vendor/', ''],
    ['vendor/', '/'],
  ])('tells %s from %s', (one, other) => {
    expect(sameModel(one, other)).toBe(false);
    expect(sameModel(other, one)).toBe(false);
  });

  it('is reflexive and symmetric', () => {
    fc.assert(fc.property(fc.string(), (name) => sameModel(name, name)));
    fc.assert(fc.property(fc.string(), fc.string(), (a, b) => sameModel(a, b) === sameModel(b, a)));
    const near = fc.stringMatching(/^[aA./-]{0,4}$/);
    fc.assert(fc.property(near, near, (a, b) => sameModel(a, b) === sameModel(b, a)));
  });

  it('never takes a name for one that has more letters or digits in it', () => {
    fc.assert(fc.property(nameArbitrary, nameArbitrary, (name, more) => !sameModel(name, `${name}${more}`)));
    fc.assert(fc.property(nameArbitrary, nameArbitrary, (name, more) => !sameModel(name, `${more}${name}`)));
  });

  it('sees through case, prefix and dots wherever they are', () => {
    fc.assert(
      fc.property(nameArbitrary, nameArbitrary, (name, provider) =>
        sameModel(name, `${provider}/${name.toUpperCase().replaceAll('.', '-')}`),
      ),
    );
  });
});

describe('namesSame', () => {
  const efforts = ['low', 'high', 'x-high'];

  it.each([
    ['swift-4', 'swift-4-20260131'],
    ['swift-4', 'swift-4-2026-01-31'],
    ['swift-4', 'swift-4@20260131'],
    ['swift-4', 'swift-4[1m]'],
    ['swift-4', 'swift-4[1m]-20260131'],
    ['swift-4', 'Swift-4-HIGH'],
    ['swift-4', 'swift-4-x-high'],
    ['swift-4-low', 'swift-4-high'],
    ['swift-4', 'vendor/swift-4-high-20260131[1m]'],
    ['swift-4', 'vendor/swift-4-20260131-high'],
  ])('holds %s and %s for the same', (one, other) => {
    expect(namesSame(one, other, efforts)).toBe(true);
    expect(namesSame(other, one, efforts)).toBe(true);
  });

  it.each([
    ['swift-4', 'swift-4-max'],
    ['swift-4', 'swift-4-medium'],
    ['swift-4', 'swift-4-20261331'],
    ['swift-4', 'swift-4-20260132'],
    ['swift-4', 'swift-4-2026-0131'],
    ['swift-4', 'swift-4-19991231'],
    ['swift-4', 'swift-420260131'],
    ['swift-4', 'swift-4[1m]-mini'],
    ['swift-4', 'swift-4high'],
    ['swift', 'swift-4'],
    ['a/swift', 'b/swift-high'],
  ])('tells %s from %s', (one, other) => {
    expect(namesSame(one, other, efforts)).toBe(false);
    expect(namesSame(other, one, efforts)).toBe(false);
  });

  it('never takes a whole name for a suffix', () => {
    expect(namesSame('[1m]', '[2m]', [])).toBe(false);
    expect(namesSame('vendor/-high', 'vendor/-low', efforts)).toBe(false);
    expect(namesSame('-20260131', '', [])).toBe(false);
  });

  it('is symmetric, and sees all that sameModel sees', () => {
    const near = fc.stringMatching(/^[aA./-]{0,3}(-high|-20260131|\[1m\]){0,2}$/);
    fc.assert(
      fc.property(near, near, (a, b) => namesSame(a, b, efforts) === namesSame(b, a, efforts)),
      { numRuns: 2_000 },
    );
    fc.assert(fc.property(near, near, (a, b) => !sameModel(a, b) || namesSame(a, b, efforts)));
  });

  it('never takes a name for one that has more letters or digits in it, but for a suffix', () => {
    fc.assert(
      fc.property(nameArbitrary, nameArbitrary, (name, more) => !namesSame(name, `${name}${more}`, [])),
    );
    fc.assert(
      fc.property(nameArbitrary, nameArbitrary, (name, more) => !namesSame(name, `${more}${name}`, [])),
    );
  });
});

describe('priceKey', () => {
  it.each([
    ['Vendor/Swift-4.2', [], 'swift-4-2'],
    ['gateway/vendor/swift-4.2[1m]', [], 'swift-4-2'],
    ['swift-4-20260131', [], 'swift-4'],
    ['swift-4-2026-01-31', [], 'swift-4'],
    ['swift-4-high', ['low', 'high'], 'swift-4'],
    ['swift-4-high', [], 'swift-4-high'],
    ['swift-4-max', ['low', 'high'], 'swift-4-max'],
    ['big-max', ['max'], 'big'],
    ['__proto__', [], '__proto__'],
    ['', [], ''],
  ])('of %s with the efforts %j is %s', (name, efforts, key) => {
    expect(priceKey(name, efforts)).toBe(key);
  });

  it('is one for names that are the same model', () => {
    fc.assert(
      fc.property(nameArbitrary, nameArbitrary, (name, provider) =>
        expect(priceKey(`${provider}/${name.toUpperCase()}[1m]`, [])).toBe(priceKey(name, [])),
      ),
    );
  });
});
