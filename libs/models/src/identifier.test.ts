import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { sameModel } from './identifier.js';

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
