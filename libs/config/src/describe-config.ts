import { valueAt } from './edit-record.js';
import { effectiveConfig } from './effective-config.js';
import type { Configuration } from './effective-config.js';
import { fieldsOf } from './fields.js';
import { loadLayers } from './load-config.js';
import type { ConfigLayers, ConfigOrigin } from './load-config.js';
import { createLayerSchema } from './schema.js';

/** Where a value comes from, the strongest first. */
export type ConfigValueSource = 'environment' | 'editor' | 'file' | 'default';

/** A field of the configuration in effect. */
export interface DescribedField {
  /** As `setConfigValue` takes it: `backends.codex.defaultModel`. */
  readonly path: string;
  /** Absent where nothing is set and there is no default. */
  readonly value?: unknown;
  readonly source: ConfigValueSource;
  /** The variable that says so, where the source is the environment or the editor. */
  readonly variable?: string;
}

/** A property that no configuration has. It changes nothing, and the next write of the file drops it. */
export interface IgnoredField {
  /** `routing.allowedBackend`. */
  readonly path: string;
  readonly source: Extract<ConfigValueSource, 'editor' | 'file'>;
  /** Fields with a similar name. */
  readonly similar: readonly string[];
}

/** The configuration in effect, field by field. */
export interface DescribedConfig {
  readonly file: string;
  /** Whether there is a file. */
  readonly isThere: boolean;
  readonly configuration: Configuration;
  /** Every field, in the schema's order. */
  readonly fields: readonly DescribedField[];
  /** What stands in the file or in the editor's settings and means nothing: each with what may have been meant. */
  readonly ignored: readonly IgnoredField[];
}

/** Reads the configuration in effect and says where each value comes from. Throws as `loadConfig`. Writes nothing. */
export async function describeConfig(origin: ConfigOrigin): Promise<DescribedConfig> {
  const layers = await loadLayers(origin);
  const configuration = effectiveConfig(layers.file ?? {}, layers.editor);
  const fields = fieldsOf(createLayerSchema(origin.environment)).map(({ path }) => {
    const value = valueAt(configuration, path);
    return {
      path: path.join('.'),
      ...(value === undefined ? {} : { value }),
      source: sourceOf(path, layers),
    };
  });
  return {
    file: origin.locations.configFile,
    isThere: layers.file !== undefined,
    configuration,
    fields,
    ignored: [],
  };
}

function sourceOf(path: readonly string[], { file, editor }: ConfigLayers): ConfigValueSource {
  if (valueAt(editor, path) !== undefined) return 'editor';
  return valueAt(file, path) === undefined ? 'default' : 'file';
}
