/** How a time begins that agents write as text, e.g. `2026-12-01T08:00`. `Date.parse` takes much else for a time. */
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/** ISO 8601 in UTC; `undefined` where there is no such time. @param ms - Milliseconds since 1970. */
export function isoTime(ms: number): string | undefined {
  const time = new Date(ms);
  const year = time.getUTCFullYear();
  return year >= 0 && year <= 9999 ? time.toISOString() : undefined;
}

/** The same of a time that is written in ISO 8601, in any zone. */
export function isoTimeOf(text: string): string | undefined {
  return TIME.test(text) ? isoTime(Date.parse(text)) : undefined;
}
