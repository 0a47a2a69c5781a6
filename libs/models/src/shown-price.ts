import type { PriceEvidence } from '@coagent8/contracts';

/** A price as messages state it: `25 USD per million output tokens`, and that it is approximate where it is. */
export function shownPrice({ outputUsdPerMillion, match }: PriceEvidence): string {
  const price = `${shownUsd(outputUsdPerMillion)} USD per million output tokens`;
  return match === 'exact' ? price : `${price} (approximate)`;
}

/** An amount without the digits that binary fractions leave behind: `20.1`, not `20.100000000000001`. */
export function shownUsd(usd: number): string {
  return String(Number(usd.toPrecision(12)));
}
