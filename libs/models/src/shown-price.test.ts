import type { PriceEvidence } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';

import { shownEvidence, shownPrice, shownUnitPrices, shownUsd } from './shown-price.js';

const HOUR_MS = 60 * 60_000;

const PRICE: PriceEvidence = {
  outputUsdPerMillion: 25,
  entry: 'vendor/swift-4',
  match: 'exact',
  source: 'https://prices.test/list',
  readAt: '2026-05-01T10:00:00.000Z',
  ageMs: 3 * HOUR_MS,
};

describe('shownPrice', () => {
  it('says where it is approximate', () => {
    expect(shownPrice(PRICE)).toBe('25 USD per million output tokens');
    expect(shownPrice({ ...PRICE, match: 'approximate' })).toBe(
      '25 USD per million output tokens (approximate)',
    );
  });
});

describe('shownUnitPrices', () => {
  it('gives the input price where it is known', () => {
    expect(shownUnitPrices(PRICE)).toBe('25 USD per million output tokens');
    expect(shownUnitPrices({ ...PRICE, inputUsdPerMillion: 2.5 })).toBe(
      '25 USD per million output tokens, 2.5 USD per million input tokens',
    );
  });
});

describe('shownEvidence', () => {
  it('names the kind of match, the entry, the list and its age', () => {
    expect(shownEvidence(PRICE)).toBe(
      'exact match vendor/swift-4 in the list of https://prices.test/list, read 3 hours ago',
    );
  });
});

describe('shownUsd', () => {
  it.each([
    [20.1, '20.1'],
    [0.30000000000000004, '0.3'],
    [0.0000001, '0.0000001'],
    [1_234_567, '1234567'],
    [0, '0'],
  ])('shows %d as %s', (usd, shown) => {
    expect(shownUsd(usd)).toBe(shown);
  });
});
