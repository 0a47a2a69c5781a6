import { clipBytes } from './markdown-line.js';

/** Most bytes (UTF-8) of one text in a report that leaves as a record. */
export const REPORT_TEXT_MAX_BYTES = 2_048;

/** A report as plain JSON with each of its texts bounded to {@link REPORT_TEXT_MAX_BYTES}. Pure. */
export function structuredReport(report: object): Record<string, unknown> {
  return JSON.parse(
    JSON.stringify(report, (_key, value: unknown) =>
      typeof value === 'string' ? clipBytes(value, REPORT_TEXT_MAX_BYTES) : value,
    ),
  );
}
