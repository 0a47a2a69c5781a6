import type { Environment } from '@coagent8/contracts';

import { readEditorOverrides } from './editor-overrides.js';
import { effectiveConfig } from './effective-config.js';
import type { Configuration } from './effective-config.js';
import type { Locations } from './locations.js';
import { parseLayer } from './parse-layer.js';
import { configFileSource, readConfigFile } from './read-config-file.js';
import { createLayerSchema } from './schema.js';
import type { ConfigLayer } from './schema.js';

/** Where the configuration is read from. */
export interface ConfigOrigin {
  readonly locations: Pick<Locations, 'configFile'>;
  readonly environment: Environment;
}

/** What each source says by itself. */
export interface ConfigLayers {
  /** Absent where there is no file. */
  readonly file?: ConfigLayer;
  readonly editor: ConfigLayer;
}

/**
 * Reads the configuration in effect: the file, with the editor's settings over it. Read anew by each call, so that a
 * change holds from the next turn on. A missing file is the defaults, also where `COAGENT8_CONFIG` names it: it may be about
 * to be made. Writes nothing.
 *
 * @throws CoAgentError `POLICY_DENIED` naming the file or variable and the line or field, when either is unreadable or
 * invalid: a rule that cannot be read must not be taken for absent.
 */
export async function loadConfig(origin: ConfigOrigin): Promise<Configuration> {
  const { file = {}, editor } = await loadLayers(origin);
  return effectiveConfig(file, editor);
}

/** The sources of the configuration, apart. Throws as {@link loadConfig}. */
export async function loadLayers({ locations, environment }: ConfigOrigin): Promise<ConfigLayers> {
  const schema = createLayerSchema(environment);
  const source = configFileSource(locations.configFile);
  const text = await readConfigFile(source);
  return {
    ...(text === undefined ? {} : { file: parseLayer(text, source, schema) }),
    editor: readEditorOverrides(environment, schema),
  };
}
