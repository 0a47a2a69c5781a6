import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import type { Environment } from '@coagent8/contracts';
import { withLockFile, writeAtomic } from '@coagent8/storage';
import type { LockFileTimes } from '@coagent8/storage';

import { changeTooLarge, configReadOnly, valueNotTaken } from './errors.js';
import type { ConfigSource } from './errors.js';
import { fieldsOf, isJsonRecord, knownPart } from './fields.js';
import type { JsonRecord } from './fields.js';
import type { Locations } from './locations.js';
import { faultOf, fieldAt, parseLayer } from './parse-layer.js';
import { configFileSource, readConfigFile } from './read-config-file.js';
import { CONFIG_MAX_BYTES, createLayerSchema } from './schema.js';

/** Where the configuration is written, and for whom. */
export interface ConfigPlace {
  readonly locations: Pick<Locations, 'configFile' | 'locksDirectory'>;
  readonly environment: Environment;
}

/** Changing the file is a read and a write of {@link CONFIG_MAX_BYTES}; a killed writer's lock is outwaited. */
const LOCK_TIMES: LockFileTimes = { waitMs: 15_000, staleMs: 10_000 };

type LayerSchema = ReturnType<typeof createLayerSchema>;

/**
 * Reads the file, changes it by `change` and writes it, in one step under the lock that every process takes. The file
 * keeps what its user wrote, in its order, without the properties that no configuration has. `change` is pure and gets
 * what is known of the file; where it changes nothing, nothing is written. A missing file is made, mode 0600.
 *
 * @returns what the file now says, as it is spelt there.
 * @throws CoAgentError `POLICY_DENIED` where the file is not valid, `INPUT_LIMIT` where it would not be afterwards,
 * `PROCESS_ERROR` where it cannot be locked or written; it is then left as it is.
 */
export async function changeConfig(
  { locations: { configFile, locksDirectory }, environment }: ConfigPlace,
  change: (file: JsonRecord) => JsonRecord,
): Promise<JsonRecord> {
  const schema = createLayerSchema(environment);
  const source = configFileSource(configFile);
  return withLockFile(
    join(locksDirectory, 'config.json.lock'),
    async () => {
      const found = await readKnown(source, schema);
      const old = found ?? {};
      const changed = change(old);
      if (isDeepStrictEqual(changed, old)) return old;
      const next = found === undefined ? { schemaVersion: 1, ...changed } : changed;
      checkChanged(next, schema);
      await write(source, next, found !== undefined);
      return next;
    },
    LOCK_TIMES,
  );
}

/** What the file says and a configuration may say; undefined if there is no file. */
async function readKnown(source: ConfigSource, schema: LayerSchema): Promise<JsonRecord | undefined> {
  const text = await readConfigFile(source);
  if (text === undefined) return undefined;
  const known = knownPart(parseLayer(text, source, schema).value, schema);
  return isJsonRecord(known) ? known : {};
}

/** The file was valid before: what is wrong now was given. */
function checkChanged(next: JsonRecord, schema: LayerSchema): void {
  const { error } = schema.safeParse(next);
  if (error === undefined) return;
  const { path: wrong, problem } = faultOf(error.issues[0]);
  const field = fieldAt(wrong);
  const owner = fieldsOf(schema).find(({ path }) => isWithin(field, path.join('.')));
  throw valueNotTaken({ field, problem, takes: owner?.takes });
}

/** Whether `field` is the one at `path`, or an entry of it. */
function isWithin(field: string, path: string): boolean {
  return field === path || field.startsWith(`${path}[`);
}

async function write(source: ConfigSource, next: JsonRecord, isThere: boolean): Promise<void> {
  const text = `${JSON.stringify(next, undefined, 2)}\n`;
  if (Buffer.byteLength(text) > CONFIG_MAX_BYTES) throw changeTooLarge(source, CONFIG_MAX_BYTES);
  if (isThere) await requireWritable(source);
  await writeAtomic(source.name, text);
}

/** A file is replaced, which its own mode does not forbid: what its user protected stays. */
async function requireWritable(source: ConfigSource): Promise<void> {
  try {
    await access(source.name, constants.W_OK);
  } catch (error) {
    throw configReadOnly(source, error);
  }
}
