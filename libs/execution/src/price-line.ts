import type { PriceEvidence } from '@coagent8/contracts';
import { shownUsd } from '@coagent8/models';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** What a model costs and where that is known from, in one line. Pure. */
export function priceLine({ outputUsdPerMillion, entry, match, source, ageMs }: PriceEvidence): string {
  const price = `${match === 'approximate' ? '≈ ' : ''}${shownUsd(outputUsdPerMillion)} USD per million output tokens`;
  return `Price: ${price} (${entry}, ${match} match, list ${source}, ${ageText(ageMs)})`;
}

/** An age in its largest whole unit; days from the second on. */
function ageText(ageMs: number): string {
  if (ageMs < MINUTE_MS) return 'just read';
  if (ageMs < HOUR_MS) return `${counted(ageMs / MINUTE_MS, 'minute')} old`;
  if (ageMs < 2 * DAY_MS) return `${counted(ageMs / HOUR_MS, 'hour')} old`;
  return `${counted(ageMs / DAY_MS, 'day')} old`;
}

function counted(amount: number, unit: string): string {
  const whole = Math.floor(amount);
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`;
}
