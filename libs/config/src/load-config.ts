import { CoAgentError } from '@coagent8/contracts';
import type { Environment } from '@coagent8/contracts';
import { readBounded } from '@coagent8/storage';

import { readEditorOverrides } from './editor-overrides.js';
import { effectiveConfig } from './effective-config.js';
import type { Configuration } from './effective-config.js';
import { configUnreadable } from './errors.js';
import type { ConfigSource } from './errors.js';
import type { Locations } from './locations.js';
import { parseLayer } from './parse-layer.js';
import { CONFIG_MAX_BYTES, createLayerSchema } from './schema.js';
import type { ConfigLayer } from './schema.js';

/**
 * Reads the configuration in effect: the file, with the editor's settings over it. Read anew by each call, so that a
 * change holds from the next turn on. A missing file is the defaults. Writes nothing.
 *
 * @throws CoAgentError `POLICY_DENIED` naming the file or variable and the line or field, when either is unreadable or
 * invalid: a rule that cannot be read must not be taken for absent.
 */
export async function loadConfig({
  locations: { configFile },
  environment,
}: {
  readonly locations: Pick<Locations, 'configFile'>;
  readonly environment: Environment;
}): Promise<Configuration> {
  const schema = createLayerSchema(environment);
  const source = { name: configFile, remedy: 'correct the file, or move it away to use the defaults' };
  const text = await readFileOf(source);
  const file: ConfigLayer = text === undefined ? {} : parseLayer(text, source, schema);
  return effectiveConfig(file, readEditorOverrides(environment, schema));
}

async function readFileOf(source: ConfigSource): Promise<string | undefined> {
  try {
    return await readBounded(source.name, { maxBytes: CONFIG_MAX_BYTES });
  } catch (error) {
    throw CoAgentError.is(error) ? configUnreadable(source, error) : error;
  }
}
