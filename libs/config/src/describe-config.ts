import { BACKEND_IDS } from '@coagent8/contracts';

import { describePlaces } from './describe-places.js';
import type { DescribedPlace } from './describe-places.js';
import { valueAt } from './edit-record.js';
import { effectiveConfig } from './effective-config.js';
import type { Configuration } from './effective-config.js';
import type { NamedExecutables } from './executable-variables.js';
import { fieldsOf } from './fields.js';
import { ignoredFields } from './ignored-fields.js';
import type { IgnoredField } from './ignored-fields.js';
import { loadLayers } from './load-config.js';
import type { ConfigLayers, ConfigOrigin } from './load-config.js';
import type { Locations } from './locations.js';
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
  /** The variable that says so, as it is spelt, where the source is the environment or the editor. */
  readonly variable?: string;
}

/** The configuration in effect, field by field. */
export interface DescribedConfig {
  readonly file: string;
  /** Whether there is a file. */
  readonly isThere: boolean;
  readonly configuration: Configuration;
  /** Every field, in the schema's order. */
  readonly fields: readonly DescribedField[];
  /** What the environment decides beside them: where things are kept and read from. */
  readonly places: readonly DescribedPlace[];
  /**
   * What stands in the file or in the editor's settings and means nothing, each with what may have been meant; no more than
   * `IGNORED_MAX` of either.
   */
  readonly ignored: readonly IgnoredField[];
  /** How many there are. */
  readonly ignoredCount: number;
}

/** What is described. */
export interface DescribedOrigin extends ConfigOrigin {
  readonly locations: Pick<Locations, 'dataRoot' | 'configFile'>;
}

/** Reads the configuration in effect and says where each value comes from. Throws as `loadConfig`. Writes nothing. */
export async function describeConfig(origin: DescribedOrigin): Promise<DescribedConfig> {
  const { locations, environment } = origin;
  const layers = await loadLayers(origin);
  const { file, editor, named } = layers;
  const configuration = effectiveConfig(file?.layer ?? {}, editor.layer, named);
  return {
    file: locations.configFile,
    isThere: file !== undefined,
    configuration,
    fields: describeFields(configuration, layers, createLayerSchema(environment)),
    places: describePlaces(environment, locations),
    ...ignoredIn(layers, createLayerSchema(environment)),
  };
}

type LayerSchema = ReturnType<typeof createLayerSchema>;

function describeFields(
  configuration: Configuration,
  layers: ConfigLayers,
  schema: LayerSchema,
): readonly DescribedField[] {
  return fieldsOf(schema).map(({ path }) => {
    const value = valueAt(configuration, path);
    return { path: path.join('.'), ...(value === undefined ? {} : { value }), ...sourceOf(path, layers) };
  });
}

function sourceOf(
  path: readonly string[],
  { file, editor, named }: ConfigLayers,
): Pick<DescribedField, 'source' | 'variable'> {
  const variable = variableFor(path, named);
  if (variable !== undefined) return { source: 'environment', variable };
  if (valueAt(editor.layer, path) !== undefined)
    return { source: 'editor', ...(editor.variable === undefined ? {} : { variable: editor.variable }) };
  return { source: valueAt(file?.layer, path) === undefined ? 'default' : 'file' };
}

function variableFor(path: readonly string[], named: NamedExecutables): string | undefined {
  const id = BACKEND_IDS.find((backend) => path.join('.') === `backends.${backend}.executable`);
  return id && named[id]?.variable;
}

function ignoredIn(
  { file, editor }: ConfigLayers,
  schema: LayerSchema,
): Pick<DescribedConfig, 'ignored' | 'ignoredCount'> {
  const inFile = ignoredFields(file?.value, schema, 'file');
  const inEditor = ignoredFields(editor.value, schema, 'editor');
  return {
    ignored: [...inFile.ignored, ...inEditor.ignored],
    ignoredCount: inFile.count + inEditor.count,
  };
}
