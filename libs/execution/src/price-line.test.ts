import type { PriceEvidence } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';

import { priceLine } from './price-line.js';

const HOUR_MS = 3_600_000;
const evidence: PriceEvidence = {
  outputUsdPerMillion: 9,
  entry: 'vendor/swift-4',
  match: 'exact',
  source: '/srv/prices.json',
  readAt: '2030-01-01T00:00:00.000Z',
  ageMs: 3 * HOUR_MS,
};

describe('priceLine', () => {
  it('gives price, entry, kind of match, list and age', () => {
    expect(priceLine(evidence)).toBe(
      'Price: 9 USD per million output tokens (exact match vendor/swift-4 in the list of /srv/prices.json, read 3 hours ago)',
    );
  });

  it('marks what is approximate', () => {
    expect(priceLine({ ...evidence, entry: 'vendor/swift-4-preview', match: 'approximate' })).toMatch(
      /^Price: ≈ 9 USD .*approximate match/,
    );
  });

  it.each([
    [9.000000000000002, '9 USD'],
    [0.30000000000000004, '0.3 USD'],
    [12.5, '12.5 USD'],
    [0, '0 USD'],
    [0.0000001, '0.0000001 USD'],
    [1_234_567, '1234567 USD'],
  ])('shows %d as %s', (outputUsdPerMillion, shown) => {
    expect(priceLine({ ...evidence, outputUsdPerMillion })).toContain(`Price: ${shown} per`);
  });
});
