import { isJsonRecord } from './fields.js';
import type { JsonRecord } from './fields.js';

/** What stands at `path`; undefined where nothing does. */
export function valueAt(record: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) => (isJsonRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined),
    record,
  );
}

/** `record` with `value` at `path`. Records on the way are made where they are missing; what was there keeps its place. */
export function withValue(record: JsonRecord, path: readonly string[], value: unknown): JsonRecord {
  const [name, ...rest] = path;
  if (name === undefined) return record;
  const inner = record[name];
  return {
    ...record,
    [name]: rest.length === 0 ? value : withValue(isJsonRecord(inner) ? inner : {}, rest, value),
  };
}

/** `record` without what stands at `path`, and without the records that this leaves empty. */
export function withoutValue(record: JsonRecord, path: readonly string[]): JsonRecord {
  const [name, ...rest] = path;
  if (name === undefined || valueAt(record, path) === undefined) return record;
  const { [name]: inner, ...others } = record;
  if (!isJsonRecord(inner) || rest.length === 0) return others;
  const left = withoutValue(inner, rest);
  return Object.keys(left).length === 0 ? others : { ...record, [name]: left };
}
