import { describe, expect, it } from '@jest/globals';

import type { PriceMatch } from './match-price.js';
import { pricesToStore, STORED_PRICES_MAX, storedPrice } from './price-store.js';
import type { StoredPrices } from './price-store.js';

const price = (outputUsdPerMillion: number): PriceMatch => ({
  outputUsdPerMillion,
  entry: 'entry',
  match: 'exact',
});
const stored = (...names: readonly string[]): StoredPrices => ({
  source: 'list',
  readAtMs: 1,
  models: new Map(names.map((name) => [name, price(1)])),
});
const read = (names: readonly string[]) => ({
  source: 'list',
  readAtMs: 2,
  names,
  priceOf: (name: string) => (name === 'unknown' ? undefined : price(2)),
});

describe('pricesToStore', () => {
  it('looks up in the new list what is asked for and what is stored', () => {
    expect(pricesToStore(read(['swift', 'unknown']), stored('big', 'swift'))).toEqual({
      source: 'list',
      readAtMs: 2,
      models: new Map([
        ['swift', price(2)],
        ['unknown', null],
        ['big', price(2)],
      ]),
    });
  });

  it('forgets the names of another list', () => {
    const other = { ...stored('big'), source: 'other list' };
    expect([...pricesToStore(read(['swift']), other).models.keys()]).toEqual(['swift']);
  });

  it('drops what is stored before what is asked for, past the limit', () => {
    const asked = Array.from({ length: STORED_PRICES_MAX - 1 }, (_, index) => `m${index}`);
    const atLimit = pricesToStore(read(asked), stored('m0', 'old')).models;
    expect([atLimit.size, atLimit.has('old')]).toEqual([STORED_PRICES_MAX, true]);
    const past = pricesToStore(read([...asked, 'new']), stored('old')).models;
    expect([past.size, past.has('new'), past.has('old')]).toEqual([STORED_PRICES_MAX, true, false]);
  });
});

describe('storedPrice', () => {
  it('finds a name in any spelling, and tells what was looked up from what was not', () => {
    const models = new Map([
      ['Vendor/Swift-4.2', price(1)],
      ['unknown-4', null],
    ]);
    expect(storedPrice(models, 'Vendor/Swift-4.2')).toEqual(price(1));
    expect(storedPrice(models, 'swift-4-2')).toEqual(price(1));
    expect(storedPrice(models, 'unknown-4')).toBeNull();
    expect(storedPrice(models, 'UNKNOWN-4')).toBeNull();
    expect(storedPrice(models, 'swift-4')).toBeUndefined();
    expect(storedPrice(models, '__proto__')).toBeUndefined();
  });
});
