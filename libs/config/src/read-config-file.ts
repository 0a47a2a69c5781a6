import { lstat } from 'node:fs/promises';

import { CoAgentError } from '@coagent8/contracts';
import { readBounded } from '@coagent8/storage';

import { configLinkBroken, configUnreadable } from './errors.js';
import type { ConfigSource } from './errors.js';
import { CONFIG_MAX_BYTES } from './schema.js';

/** The configuration file at `path`, as messages speak of it. */
export function configFileSource(path: string): ConfigSource {
  return { name: path, remedy: 'correct the file, or move it away to use the defaults' };
}

/**
 * The text of the configuration file, or undefined if there is none.
 *
 * @throws CoAgentError `POLICY_DENIED` naming the file, when something is there that cannot be read, a link to nowhere
 * included: the rules in it must not be taken for absent.
 */
export async function readConfigFile(source: ConfigSource): Promise<string | undefined> {
  const text = await readText(source);
  if (text === undefined && (await isThere(source.name))) throw configLinkBroken(source);
  return text;
}

async function readText(source: ConfigSource): Promise<string | undefined> {
  try {
    return await readBounded(source.name, { maxBytes: CONFIG_MAX_BYTES });
  } catch (error) {
    throw CoAgentError.is(error) ? configUnreadable(source, error) : error;
  }
}

/** Whether `path` is taken, be it by a link that leads nowhere. */
function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
