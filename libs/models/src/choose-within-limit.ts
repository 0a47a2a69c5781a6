import type { PriceEvidence } from '@coagent8/contracts';

import type { Candidate } from './list-candidates.js';

/** Whether a price is known to be below a limit, both in USD per million output tokens. At the limit is not below it. */
export function isPriceBelow(price: PriceEvidence | undefined, limitUsdPerMillion: number): boolean {
  return price !== undefined && price.outputUsdPerMillion < limitUsdPerMillion;
}

/** Whether a candidate may be chosen under a price limit: its known price is below it, and no rule denies it. Pure. */
export function isWithinLimit({ price, approval }: Candidate, limitUsdPerMillion: number): boolean {
  return approval.outcome !== 'deny' && isPriceBelow(price, limitUsdPerMillion);
}

/**
 * The model of a turn that has a price limit and names none: the default where it is within the limit, else the dearest that
 * is, of several the first; undefined where none is. Pure.
 */
export function chooseWithinLimit(
  candidates: readonly Candidate[],
  limitUsdPerMillion: number,
): Candidate | undefined {
  const within = candidates.filter((candidate) => isWithinLimit(candidate, limitUsdPerMillion));
  const byDefault = within.find(({ defaultSource }) => defaultSource !== undefined);
  const dearestFirst = [...within].sort((one, other) => usdOf(other) - usdOf(one));
  return byDefault ?? dearestFirst[0];
}

/** The lowest price that is known of those `candidates` that no rule denies. Pure. */
export function cheapestPrice(candidates: readonly Candidate[]): PriceEvidence | undefined {
  const priced = candidates.filter(
    ({ price, approval }) => price !== undefined && approval.outcome !== 'deny',
  );
  return priced.sort((one, other) => usdOf(one) - usdOf(other))[0]?.price;
}

function usdOf({ price }: Candidate): number {
  return price?.outputUsdPerMillion ?? 0;
}
