import type { PriceEvidence } from '@coagent8/contracts';

/** A price as messages state it: `25 USD per million output tokens`, and that it is approximate where it is. */
export function shownPrice({ outputUsdPerMillion, match }: PriceEvidence): string {
  const price = `${shownUsd(outputUsdPerMillion)} USD per million output tokens`;
  return match === 'exact' ? price : `${price} (approximate)`;
}

const AMOUNT = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 12, useGrouping: false });

/** An amount without the digits that binary fractions leave behind and without an exponent: `20.1`, `0.0000001`. */
export function shownUsd(usd: number): string {
  return AMOUNT.format(usd);
}
