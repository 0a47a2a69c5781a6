import { duplicateKeyIn, placeOfJsonFault, placeOfJsonPath } from '@coagent8/storage';
import type { TextPlace } from '@coagent8/storage';
import type { CoAgentError } from '@coagent8/contracts';
import { z } from 'zod';

import { configInvalid, configNotJson } from './errors.js';
import type { ConfigSource } from './errors.js';
import { isJsonRecord } from './fields.js';
import type { ConfigLayer, createLayerSchema } from './schema.js';
import { similarFields } from './similar-fields.js';

/** What must not be taken for absent, whatever is wrong with the rest: the user's rules. */
export const RULES_FIELD = 'governance';

/** A configuration from one source. */
export interface ParsedLayer {
  /** What counts of it. */
  readonly layer: ConfigLayer;
  /** The whole of it, as it is spelt there. */
  readonly value: unknown;
}

/** What keeps a value from being a configuration. */
interface Fault {
  readonly path: readonly PropertyKey[];
  /** As a sentence part that does not quote the value. */
  readonly problem: string;
}

/**
 * Reads a configuration from its text. A byte order mark at the beginning is tolerated.
 *
 * @throws CoAgentError `POLICY_DENIED` naming the source, the first field that is wrong, and its line. A part of the user's
 * rules that stands there twice is wrong, too: one of them would not hold.
 */
export function parseLayer(
  text: string,
  source: ConfigSource,
  schema: ReturnType<typeof createLayerSchema>,
): ParsedLayer {
  const json = text.replace(/^\uFEFF/, '');
  const value = parseJson(json, source);
  const repeated = duplicateKeyIn(json, RULES_FIELD);
  if (repeated !== undefined) {
    const line = lineIn(json, source, repeated.place);
    throw configInvalid(source, { field: fieldAt(repeated.path), problem: 'stands there twice', line });
  }
  const checked = checkLayer(value, schema);
  if ('problem' in checked) throw faultIn(json, source, checked);
  return { layer: checked.layer, value };
}

/** Words a fault in a text that is JSON, with its line. */
export function faultIn(json: string, source: ConfigSource, { path, problem }: Fault): CoAgentError {
  const line = lineIn(json, source, placeOfJsonPath(json, path));
  return configInvalid(source, { field: fieldAt(path), problem, line });
}

function parseJson(json: string, source: ConfigSource): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw configNotJson(source, lineIn(json, source, placeOfJsonFault(json)));
  }
}

function lineIn(json: string, source: ConfigSource, place: TextPlace | undefined): number | undefined {
  return source.isVariable === true && !json.includes('\n') ? undefined : place?.line;
}

function checkLayer(
  value: unknown,
  schema: ReturnType<typeof createLayerSchema>,
): { readonly layer: ConfigLayer } | Fault {
  const misspelt = misspeltRules(value);
  if (misspelt !== undefined)
    return { path: [misspelt], problem: `is unknown; did you mean "${RULES_FIELD}"?` };
  const result = schema.safeParse(value);
  return result.success ? { layer: result.data } : faultOf(result.error.issues[0]);
}

/** A record whose name is a slip of the hand for that of the rules. Other names that nobody knows are of another version. */
function misspeltRules(value: unknown): string | undefined {
  if (!isJsonRecord(value)) return undefined;
  return Object.keys(value).find(
    (name) =>
      name !== RULES_FIELD && isJsonRecord(value[name]) && similarFields(name, [RULES_FIELD]).length > 0,
  );
}

/** Where it is and what is wrong with it. Zod's messages name types and choices, never the value that it found. */
export function faultOf(issue: z.core.$ZodIssue | undefined): Fault {
  if (issue === undefined) return { path: [], problem: 'is not a configuration' };
  const unknownKey = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  if (unknownKey !== undefined) return { path: [...issue.path, unknownKey], problem: 'is not a known key' };
  return { path: issue.path, problem: issue.message.replace(/^[A-Z][\w ]*: /, '') };
}

/** How a message names what stands at `path`. */
export function fieldAt(path: readonly PropertyKey[]): string {
  return path.length === 0 ? 'the text' : z.core.toDotPath(path);
}
