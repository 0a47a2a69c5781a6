import { placeOfJsonFault } from '@coagent8/storage';
import { z } from 'zod';

import { configInvalid, configNotJson } from './errors.js';
import type { ConfigSource } from './errors.js';
import type { ConfigLayer, createLayerSchema } from './schema.js';

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
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw configInvalid(source, faultIn(result.error.issues[0]));
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
 * @throws CoAgentError `POLICY_DENIED` naming the source and the line, for a text that is not JSON.
 */
export function parseConfigText(text: string, source: ConfigSource): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw configNotJson(source, placeOfJsonFault(text)?.line);
  }
}
