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

/**
 * A moment to wait for (ISO 8601), to the minute: `2026-05-01 15:00 UTC`. A begun minute is told as the next one: who comes
 * then does not come too early. What is no time is not repeated. Pure.
 */
export function shownTime(moment: string): string {
  const ms = Math.ceil(Date.parse(moment) / MINUTE_MS) * MINUTE_MS;
  const time = new Date(ms);
  if (Number.isNaN(time.getTime())) return 'a time that is not known';
  return `${time.toISOString().slice(0, -':00.000Z'.length).replace('T', ' ')} UTC`;
}
