import type { ZodType } from 'zod';

import { placeOfJsonFault } from './json-fault.js';
import { readBounded, type ReadLimit } from './read-bounded.js';
import { writeAtomic } from './write-atomic.js';

/** What is wrong with the content of a JSON file, and where. Holds nothing of the content but names of fields. */
export interface JsonProblem {
  readonly path: string;
  /** What is wrong, as a sentence part. */
  readonly message: string;
  /** For text that is not JSON: the line, from 1. */
  readonly line?: number;
  /** For text that is not JSON: the column, from 1, in UTF-16 code units. */
  readonly column?: number;
  /** For a value that the schema refuses: where it stands, as `models.allow[0]`; empty for the whole. */
  readonly field?: string;
}

/** A value, or what keeps the content of a file from being one. */
export type JsonReading<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problem: JsonProblem };

/**
 * The value in a JSON file, checked by `schema`; `undefined` if there is no file. What is wrong with the content is
 * returned, so that its owner can word it; what keeps the file from being read is thrown.
 *
 * @throws CoAgentError `PROCESS_ERROR` as `readBounded`.
 */
export async function readJsonFile<Value>(
  path: string,
  schema: ZodType<Value>,
  limit: ReadLimit,
): Promise<JsonReading<Value> | undefined> {
  const text = await readBounded(path, limit);
  if (text === undefined) return undefined;
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return { ok: false, problem: { path, message: 'not valid JSON', ...placeOfJsonFault(text) } };
  }
  const { data, error } = schema.safeParse(content);
  if (!error) return { ok: true, value: data };
  const [issue] = error.issues;
  return {
    ok: false,
    problem: { path, field: fieldOf(issue?.path ?? []), message: issue?.message ?? 'not valid' },
  };
}

/**
 * Writes a value as JSON, indented by two spaces, as `writeAtomic` does.
 *
 * @throws CoAgentError `PROCESS_ERROR` as `writeAtomic`.
 */
export async function writeJsonFile(path: string, value: object): Promise<void> {
  await writeAtomic(path, `${JSON.stringify(value, undefined, 2)}\n`);
}

function fieldOf(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
}
