import type { z } from 'zod';

import { shown } from './errors.js';
import { isJsonRecord, namesIn, unknownIn } from './fields.js';
import { fieldAt } from './parse-layer.js';
import { similarFields } from './similar-fields.js';

/** How many ignored properties of one source are named. */
export const IGNORED_MAX = 20;

/** A property that no configuration has. It changes nothing, and the next write of the file drops it. */
export interface IgnoredField {
  /** `routing.allowedBackend`. One line of bounded length. */
  readonly path: string;
  readonly source: 'editor' | 'file';
  /** Fields with a similar name. */
  readonly similar: readonly string[];
}

/** The first {@link IGNORED_MAX} properties of `value` that `schema` does not know, and how many there are. Pure. */
export function ignoredFields(
  value: unknown,
  schema: z.core.$ZodType,
  source: IgnoredField['source'],
): { readonly ignored: readonly IgnoredField[]; readonly count: number } {
  const unknown = isJsonRecord(value) ? unknownIn(value, schema) : [];
  const names = namesIn(schema).map((path) => path.join('.'));
  const ignored = unknown.slice(0, IGNORED_MAX).map((path) => ({
    path: shown(fieldAt(path)),
    source,
    similar: similarTo(path, names),
  }));
  return { ignored, count: unknown.length };
}

/** By a slip of the hand, else by the very name: it may stand in the wrong place. */
function similarTo(path: readonly string[], names: readonly string[]): readonly string[] {
  const similar = similarFields(path.join('.'), names);
  const last = `.${path.at(-1) ?? ''}`.toLowerCase();
  return similar.length > 0 ? similar : names.filter((name) => name.toLowerCase().endsWith(last));
}
