import type { Environment } from '@coagent8/contracts';

import { configTooLarge } from './errors.js';
import { readOwnVariable } from './locations.js';
import { faultIn, parseLayer, RULES_FIELD } from './parse-layer.js';
import type { ParsedLayer } from './parse-layer.js';
import { CONFIG_MAX_BYTES } from './schema.js';
import type { createLayerSchema } from './schema.js';

/** What the editor says. */
export interface EditorLayer extends ParsedLayer {
  /** The variable that says it, as it is spelt; absent where none is set. */
  readonly variable?: string;
}

/**
 * What the editor's user settings say: the JSON text in `COAGENT8_EDITOR_SETTINGS`, in the schema of the file without
 * `governance`, since approval rules hold for every client alike. Says nothing when the variable is unset.
 *
 * @throws CoAgentError `POLICY_DENIED` naming the variable and what is wrong, `governance` included.
 */
export function readEditorOverrides(
  environment: Environment,
  schema: ReturnType<typeof createLayerSchema>,
): EditorLayer {
  const set = readOwnVariable(environment, 'EDITOR_SETTINGS');
  if (set === undefined) return { layer: {}, value: {} };
  const source = {
    name: set.variable,
    remedy: `correct the editor's settings of CoAgent8, or unset ${set.variable}`,
    isVariable: true,
  };
  if (Buffer.byteLength(set.value) > CONFIG_MAX_BYTES) throw configTooLarge(source, CONFIG_MAX_BYTES);
  const parsed = parseLayer(set.value, source, schema);
  if (parsed.layer.governance === undefined) return { ...parsed, variable: set.variable };
  throw faultIn(set.value, source, {
    path: [RULES_FIELD],
    problem: 'belongs in config.json, not in an editor',
  });
}
