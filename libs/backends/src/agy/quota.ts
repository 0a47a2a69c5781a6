const UNITS_MS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1_000 };

/** A duration as Go writes it: `37h50m21s`, `40s`, `33740.910400305s`. */
const DURATION = String.raw`((?:\d+(?:\.\d+)?[hms])+)`;

/** How the end of a limit is told, best first: a time, how long to wait, and the sentence that names it (1.2.15, 1.2.16). */
const TIME = /\bquotaResetTimeStamp:(\d{4}-\d{2}-\d{2}T[\d:.]+Z)/;
const WAITS = [
  new RegExp(String.raw`\b(?:retryDelay|quotaResetDelay):${DURATION}`),
  new RegExp(String.raw`\bResets in ${DURATION}`),
];

/**
 * When the account can be used again, as an ISO time; `undefined` where the error does not say.
 *
 * @param error - As agy quotes it: the provider's details are printed by Go, not as JSON.
 * @param nowMs - Milliseconds since 1970.
 */
export function resetTime(error: string, nowMs: number): string | undefined {
  const time = TIME.exec(error)?.[1];
  if (time !== undefined) return isoOf(Date.parse(time));
  const wait = WAITS.map((pattern) => pattern.exec(error)?.[1]).find((each) => each !== undefined);
  return wait === undefined ? undefined : isoOf(nowMs + durationMs(wait));
}

function durationMs(text: string): number {
  return [...text.matchAll(/([\d.]+)([hms])/g)].reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (UNITS_MS[unit] ?? NaN),
    0,
  );
}

function isoOf(ms: number): string | undefined {
  const time = new Date(ms);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
