import type { Environment } from '@coagent8/contracts';

import { configInvalid, configTooLarge } from './errors.js';
import { readOwnVariable } from './locations.js';
import { parseLayer } from './parse-layer.js';
import { CONFIG_MAX_BYTES } from './schema.js';
import type { ConfigLayer, createLayerSchema } from './schema.js';

/**
 * What the editor's user settings say: the JSON text in `COAGENT8_EDITOR_SETTINGS`, in the schema of the file without
 * `governance`, since approval rules hold for every client alike. Says nothing when the variable is unset.
 *
 * @throws CoAgentError `POLICY_DENIED` naming the variable and what is wrong, `governance` included.
 */
export function readEditorOverrides(
  environment: Environment,
  schema: ReturnType<typeof createLayerSchema>,
): ConfigLayer {
  const set = readOwnVariable(environment, 'EDITOR_SETTINGS');
  if (set === undefined) return {};
  const source = {
    name: set.variable,
    remedy: `correct the editor's settings of CoAgent8, or unset ${set.variable}`,
  };
  if (Buffer.byteLength(set.value) > CONFIG_MAX_BYTES) throw configTooLarge(source, CONFIG_MAX_BYTES);
  const layer = parseLayer(set.value, source, schema);
  if (layer.governance === undefined) return layer;
  throw configInvalid(source, { field: 'governance', problem: 'belongs in config.json, not in an editor' });
}
