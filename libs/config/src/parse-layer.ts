import { duplicateKeyIn, placeOfJsonFault } from '@coagent8/storage';
import { z } from 'zod';

import { configInvalid, configNotJson } from './errors.js';
import type { ConfigSource } from './errors.js';
import { isJsonRecord } from './fields.js';
import type { ConfigLayer, createLayerSchema } from './schema.js';
import { similarFields } from './similar-fields.js';

/** What must not be taken for absent, whatever is wrong with the rest: the user's rules. */
const RULES_FIELD = 'governance';

/**
 * Reads a configuration from its text. A byte order mark at the beginning is tolerated.
 *
 * @throws CoAgentError `POLICY_DENIED` naming the source and the first line or field that is wrong.
 */
export function parseLayer(
  text: string,
  source: ConfigSource,
  schema: ReturnType<typeof createLayerSchema>,
): ConfigLayer {
  return checkLayer(parseConfigText(text, source), source, schema);
}

/** {@link parseLayer} for a value that is parsed already. */
export function checkLayer(
  value: unknown,
  source: ConfigSource,
  schema: ReturnType<typeof createLayerSchema>,
): ConfigLayer {
  const misspelt = misspeltRules(value);
  if (misspelt !== undefined)
    throw configInvalid(source, {
      field: fieldAt([misspelt]),
      problem: `is unknown; did you mean "${RULES_FIELD}"?`,
    });
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw configInvalid(source, faultIn(result.error.issues[0]));
}

/** A record whose name is a slip of the hand for that of the rules. Other names that nobody knows are of another version. */
function misspeltRules(value: unknown): string | undefined {
  if (!isJsonRecord(value)) return undefined;
  return Object.keys(value).find(
    (name) =>
      name !== RULES_FIELD && isJsonRecord(value[name]) && similarFields(name, [RULES_FIELD]).length > 0,
  );
}

/** The field and what is wrong with it. Zod's messages name types and choices, never the value that it found. */
export function faultIn(issue: z.core.$ZodIssue | undefined): {
  readonly field: string;
  readonly problem: string;
} {
  if (issue === undefined) return { field: fieldAt([]), problem: 'is not a configuration' };
  const unknownKey = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  if (unknownKey !== undefined)
    return { field: fieldAt([...issue.path, unknownKey]), problem: 'is not a known key' };
  return { field: fieldAt(issue.path), problem: issue.message.replace(/^[A-Z][\w ]*: /, '') };
}

function fieldAt(path: readonly PropertyKey[]): string {
  return path.length === 0 ? 'the text' : z.core.toDotPath(path);
}

/**
 * The value that a configuration's text is, unchecked. A byte order mark at the beginning is tolerated.
 *
 * @throws CoAgentError `POLICY_DENIED` naming the source: with the line for a text that is not JSON, with the field where a
 * part of the user's rules stands there twice, since one of them would not hold.
 */
export function parseConfigText(text: string, source: ConfigSource): unknown {
  const json = text.replace(/^\uFEFF/, '');
  const value = parseJson(json, source);
  const repeated = duplicateKeyIn(json, RULES_FIELD);
  if (repeated === undefined) return value;
  throw configInvalid(source, { field: fieldAt(repeated), problem: 'stands there twice' });
}

function parseJson(json: string, source: ConfigSource): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw configNotJson(source, placeOfJsonFault(json)?.line);
  }
}
