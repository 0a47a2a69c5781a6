import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { createPriceIndex } from './match-price.js';
import type { PriceListEntry } from './price-list.js';

const entriesOf = (prices: Readonly<Record<string, number>>): PriceListEntry[] =>
  Object.entries(prices).map(([name, outputUsdPerMillion]) => ({ name, outputUsdPerMillion }));

const match = (model: string, prices: Readonly<Record<string, number>>) =>
  createPriceIndex(entriesOf(prices)).priceOf(model);

const exact = (entry: string, outputUsdPerMillion = 1) => ({ entry, outputUsdPerMillion, match: 'exact' });
const approximate = (entry: string, outputUsdPerMillion = 1) => ({
  entry,
  outputUsdPerMillion,
  match: 'approximate',
});

describe('createPriceIndex', () => {
  it.each([
    ['swift-4.2', 'swift-4.2'],
    ['swift-4.2', 'vendor/swift-4.2'],
    ['vendor/swift-4.2', 'swift-4.2'],
    ['gateway/Swift-4-2', 'vendor/swift-4.2'],
    ['swift-4.2-20260131', 'vendor/swift-4.2'],
    ['swift-4.2', 'vendor/swift-4.2-2026-01-31'],
    ['swift-4.2[1m]', 'vendor/swift-4.2'],
    ['swift-4-high', 'vendor/swift-4-high'],
    ['__proto__', 'vendor/__proto__'],
    ['constructor', 'constructor'],
  ])('finds %s in %s', (model, entry) => {
    expect(match(model, Object.fromEntries([[entry, 1]]))).toEqual(exact(entry));
  });

  it.each([
    ['swift-4', 'vendor/swift-4-preview'],
    ['swift-4', 'swift-4-preview-20260131'],
    ['swift-4', 'swift-4-preview-05-06'],
    ['swift', 'swift-max-2'],
  ])('takes for %s, about, what goes on with a word: %s', (model, entry) => {
    expect(match(model, { [entry]: 1 })).toEqual(approximate(entry));
  });

  it.each([
    ['swift-4', 'swift-4-5'],
    ['swift-4', 'swift-4.5-preview'],
    ['swift-4', 'swift-4preview'],
    ['swift-4', 'swift-40'],
    ['swift-4', 'vendor/x-swift-4'],
    ['swift-4', 'xswift-4'],
    ['swift-4', 'swift-4/other'],
    ['swift-4', 'swift-4-'],
    ['swift-4', 'swift-4-_x'],
    ['swift-4-preview', 'swift-4'],
    ['swift-4-pro', 'swift-4'],
    ['swift-4-max', 'swift-4'],
    ['swift-4.5', 'swift-4'],
    ['swift:8b', 'swift'],
    ['constructor', 'swift'],
    ['__proto__', 'swift'],
    ['', 'swift'],
    ['', 'vendor/'],
    ['vendor/', 'vendor/'],
    ['high', 'swift'],
    ['-high', 'swift'],
  ])('finds no price for %j in %j', (model, entry) => {
    expect(match(model, { [entry]: 1 })).toBeUndefined();
  });

  it('takes an exact entry before dearer ones that go on', () => {
    expect(match('swift-4', { 'swift-4-preview': 9, 'swift-4': 1 })).toEqual(exact('swift-4'));
  });

  it('takes the dearest of several matches of one kind', () => {
    expect(match('swift-4', { 'a/swift-4': 2, 'b/swift-4': 3, 'c/swift-4': 1 })).toEqual(
      exact('b/swift-4', 3),
    );
    expect(match('swift-4', { 'swift-4-a': 2, 'swift-4-b': 3, 'swift-4-c': 1 })).toEqual(
      approximate('swift-4-b', 3),
    );
  });

  it('takes the dearer of two entries of one name', () => {
    const dear = { name: 'swift', outputUsdPerMillion: 2 };
    const cheap = { name: 'swift', outputUsdPerMillion: 1 };
    const dearInput = { name: 'swift', outputUsdPerMillion: 2, inputUsdPerMillion: 1 };
    expect(createPriceIndex([dear, cheap]).priceOf('swift')).toEqual(exact('swift', 2));
    expect(createPriceIndex([cheap, dear]).priceOf('swift')).toEqual(exact('swift', 2));
    expect(createPriceIndex([dear, dearInput]).priceOf('swift')).toMatchObject({ inputUsdPerMillion: 1 });
  });

  it('takes a name with a general effort for its base, about', () => {
    expect(match('swift-4-high', { 'swift-4': 1 })).toEqual(approximate('swift-4'));
    expect(match('swift-4-high-20260131', { 'swift-4': 1 })).toEqual(approximate('swift-4'));
    expect(match('swift-4-20260131-high', { 'swift-4': 1 })).toEqual(approximate('swift-4'));
    expect(match('swift-4-xhigh', { 'swift-4-preview': 1 })).toEqual(approximate('swift-4-preview'));
    expect(match('swift-4-high', { 'swift-4': 1, 'swift-4-pro': 9 })).toEqual(approximate('swift-4'));
  });

  it('takes an entry with the effort before its base, and the dearest of what is only near', () => {
    expect(match('swift-4-high', { 'swift-4': 9, 'swift-4-high': 1 })).toEqual(exact('swift-4-high'));
    expect(match('swift-4-high', { 'swift-4': 1, 'swift-4-high-preview': 9 })).toEqual(
      approximate('swift-4-high-preview', 9),
    );
    expect(match('swift-4-high', { 'swift-4': 9, 'swift-4-high-preview': 1 })).toEqual(
      approximate('swift-4', 9),
    );
  });

  it('gives all prices of the entry', () => {
    const prices = { outputUsdPerMillion: 3, inputUsdPerMillion: 2, cachedInputUsdPerMillion: 1 };
    expect(createPriceIndex([{ name: 'swift', ...prices }]).priceOf('swift')).toEqual({
      ...prices,
      entry: 'swift',
      match: 'exact',
    });
  });

  it('says what a search through the whole list would say', () => {
    const part = fc.constantFrom('swift', 'big', '4', '5', 'high', 'pro', 'x');
    const name = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('-'));
    const entry = fc.record({ name, outputUsdPerMillion: fc.nat(9) });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 12 }), name, (entries, model) => {
        expect(createPriceIndex(entries).priceOf(model)).toEqual(searched(entries, model));
      }),
      { numRuns: 1000 },
    );
  });

  it('never takes a name for one that it does not begin with', () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9.-]{0,12}$/);
    fc.assert(
      fc.property(name, fc.stringMatching(/^[a-z0-9]{1,6}$/), (model, more) => {
        expect(match(model, { [`${more}${model}`]: 1 })).toBeUndefined();
        expect(match(model, { [`${model}${more}`]: 1 })?.match).not.toBe('exact');
      }),
    );
  });
});

/** The rule in its slow form, for names that are normalised already. */
function searched(entries: readonly PriceListEntry[], model: string) {
  const best = (found: readonly PriceListEntry[], kind: string) => {
    const price = Math.max(...found.map(({ outputUsdPerMillion }) => outputUsdPerMillion));
    const entry = found.find(({ outputUsdPerMillion }) => outputUsdPerMillion === price);
    return entry && { entry: entry.name, outputUsdPerMillion: price, match: kind };
  };
  const same = (key: string) => entries.filter(({ name }) => name === key);
  const near = (key: string) =>
    entries.filter(({ name }) => name.startsWith(`${key}-`) && /^[a-z]/.test(name.slice(key.length + 1)));
  if (same(model).length > 0) return best(same(model), 'exact');
  const base = model.replace(/(?<=.)-high$/, '');
  const ofBase = base === model ? [] : same(base).length > 0 ? same(base) : near(base);
  const all = [...near(model), ...ofBase];
  const found = best(all, 'approximate');
  // Of two equally dear ones any will do.
  const index = found && createPriceIndex(entries).priceOf(model);
  return index && all.some((one) => one.name === index.entry) ? { ...found, entry: index.entry } : found;
}
