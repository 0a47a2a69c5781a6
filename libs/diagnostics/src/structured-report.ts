import { clipBytes } from './markdown-line.js';

/** Most bytes (UTF-8) of one text in a report that leaves as a record. */
export const REPORT_TEXT_MAX_BYTES = 2_048;
/** Most bytes (UTF-8) of a report that leaves as a record, as JSON. */
export const REPORT_MAX_BYTES = 1_048_576;

/**
 * A report as plain JSON with each of its texts bounded to {@link REPORT_TEXT_MAX_BYTES}, and as a whole to
 * {@link REPORT_MAX_BYTES}: where it is larger its longest list loses its last half, and then the next, and `leftOut` counts
 * what each lost, by its place (`backends.0.candidates`). Of a list of models the default stays as long as any. Pure.
 */
export function structuredReport(report: object): Record<string, unknown> {
  const bounded: Record<string, unknown> = JSON.parse(
    JSON.stringify(report, (_key, value: unknown) =>
      typeof value === 'string' ? clipBytes(value, REPORT_TEXT_MAX_BYTES) : value,
    ),
  );
  return withinBytes(bounded, REPORT_MAX_BYTES);
}

/** Changes `record`, which is nobody else's. */
function withinBytes(record: Record<string, unknown>, maxBytes: number): Record<string, unknown> {
  const leftOut: Record<string, number> = {};
  const told = () => (Object.keys(leftOut).length === 0 ? record : { ...record, leftOut });
  while (Buffer.byteLength(JSON.stringify(told())) > maxBytes) {
    const longest = listsIn(record, '').reduce<PlacedList | undefined>(
      (most, each) => (each.list.length > (most?.list.length ?? 0) ? each : most),
      undefined,
    );
    if (longest === undefined) break;
    const { list, place } = longest;
    const kept = firstHalf(list);
    leftOut[place] = (leftOut[place] ?? 0) + list.length - kept.length;
    list.splice(0, list.length, ...kept);
  }
  return told();
}

/** In the place of its last one stands the default, where that would go. */
function firstHalf(list: readonly unknown[]): unknown[] {
  const kept = list.slice(0, Math.floor(list.length / 2));
  const byDefault = list.slice(kept.length).find(isDefaultRow);
  return byDefault === undefined || kept.length === 0 ? kept : [...kept.slice(0, -1), byDefault];
}

function isDefaultRow(row: unknown): boolean {
  return typeof row === 'object' && row !== null && 'defaultSource' in row;
}

interface PlacedList {
  readonly place: string;
  readonly list: unknown[];
}

function listsIn(value: unknown, place: string): PlacedList[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([name, part]) =>
    listsIn(part, place === '' ? name : `${place}.${name}`),
  );
  return Array.isArray(value) ? [{ place, list: value }, ...inner] : inner;
}
