import type { PriceEvidence } from '@coagent8/contracts';

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

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long ago something was, in milliseconds, in its largest whole unit: `3 hours ago`; days from the second on. */
export function shownAge(ageMs: number): string {
  if (ageMs < MINUTE_MS) return 'just now';
  if (ageMs < HOUR_MS) return ago(ageMs / MINUTE_MS, 'minute');
  return ageMs < 2 * DAY_MS ? ago(ageMs / HOUR_MS, 'hour') : ago(ageMs / DAY_MS, 'day');
}

function ago(amount: number, unit: string): string {
  const whole = Math.floor(amount);
  return `${whole} ${unit}${whole === 1 ? '' : 's'} ago`;
}
