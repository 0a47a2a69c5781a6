import type { PriceEvidence } from '@coagent8/contracts';
import { shownEvidence, shownUsd } from '@coagent8/models';

/** What a model costs and where that is known from, in one line. Pure. */
export function priceLine(price: PriceEvidence): string {
  const sign = price.match === 'approximate' ? '≈ ' : '';
  return `Price: ${sign}${shownUsd(price.outputUsdPerMillion)} USD per million output tokens (${shownEvidence(price)})`;
}
