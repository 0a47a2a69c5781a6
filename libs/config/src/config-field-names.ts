import { fieldsOf } from './fields.js';
import { createLayerSchema } from './schema.js';

/** The names of all fields that a configuration may have (`backends.codex.defaultModel`), in the schema's order. Pure. */
export function configFieldNames(): readonly string[] {
  return fieldsOf(createLayerSchema(NOWHERE)).map(({ path }) => path.join('.'));
}

/** The names are the same everywhere. */
const NOWHERE = { variables: {}, platform: 'linux', homeDirectory: '/', workingDirectory: '/' } as const;
