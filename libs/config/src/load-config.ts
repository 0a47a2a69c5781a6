import type { Environment } from '@coagent8/contracts';

import { readEditorOverrides } from './editor-overrides.js';
import type { EditorLayer } from './editor-overrides.js';
import { effectiveConfig } from './effective-config.js';
import type { Configuration } from './effective-config.js';
import type { Locations } from './locations.js';
import { executablesIn } from './executable-variables.js';
import type { NamedExecutables } from './executable-variables.js';
import { parseLayer } from './parse-layer.js';
import type { ParsedLayer } from './parse-layer.js';
import { configFileSource, readConfigFile } from './read-config-file.js';
import { createLayerSchema } from './schema.js';

/** Where the configuration is read from. */
export interface ConfigOrigin {
  readonly locations: Pick<Locations, 'configFile'>;
  readonly environment: Environment;
}

/** What each source says by itself. */
export interface ConfigLayers {
  /** Absent where there is no file. */
  readonly file?: ParsedLayer;
  readonly editor: EditorLayer;
  /** What the environment names. */
  readonly named: NamedExecutables;
}

/**
 * Reads the configuration in effect: the file, the editor's settings over it, the environment over both. Read anew by each call, so that a
 * change holds from the next turn on. A missing file is the defaults, also where `COAGENT8_CONFIG` names it: it may be about
 * to be made. Writes nothing.
 *
 * @throws CoAgentError `POLICY_DENIED` naming the file or variable and the line or field, when either is unreadable or
 * invalid: a rule that cannot be read must not be taken for absent.
 */
export async function loadConfig(origin: ConfigOrigin): Promise<Configuration> {
  const { file, editor, named } = await loadLayers(origin);
  return effectiveConfig(file?.layer ?? {}, editor.layer, named);
}

/** The sources of the configuration, apart. Throws as {@link loadConfig}. */
export async function loadLayers({ locations, environment }: ConfigOrigin): Promise<ConfigLayers> {
  const schema = createLayerSchema(environment);
  const source = configFileSource(locations.configFile);
  const text = await readConfigFile(source);
  return {
    ...(text === undefined ? {} : { file: parseLayer(text, source, schema) }),
    editor: readEditorOverrides(environment, schema),
    named: executablesIn(environment),
  };
}
