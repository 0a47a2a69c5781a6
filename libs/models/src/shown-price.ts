import type { PriceEvidence } from '@coagent8/contracts';

import { shownAge } from './shown-time.js';

/** A price as messages state it: `25 USD per million output tokens`, and that it is approximate where it is. */
export function shownPrice({ outputUsdPerMillion, match }: PriceEvidence): string {
  const price = perMillion(outputUsdPerMillion, 'output');
  return match === 'exact' ? price : `${price} (approximate)`;
}

/** What a list says of both directions: `25 USD per million output tokens, 5 USD per million input tokens`. */
export function shownUnitPrices({ outputUsdPerMillion, inputUsdPerMillion }: PriceEvidence): string {
  const output = perMillion(outputUsdPerMillion, 'output');
  return inputUsdPerMillion === undefined ? output : `${output}, ${perMillion(inputUsdPerMillion, 'input')}`;
}

/** Where a price is known from: `exact match vendor/swift-4 in the list of https://prices.test/list, read 3 hours ago`. */
export function shownEvidence({ entry, match, source, ageMs }: PriceEvidence): string {
  return `${match} match ${entry} in the list of ${source}, read ${shownAge(ageMs)}`;
}

function perMillion(usd: number, direction: 'output' | 'input'): string {
  return `${shownUsd(usd)} USD per million ${direction} tokens`;
}

const AMOUNT = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 12, useGrouping: false });

/** An amount without the digits that binary fractions leave behind and without an exponent: `20.1`, `0.0000001`. */
export function shownUsd(usd: number): string {
  return AMOUNT.format(usd);
}
