import { join } from 'node:path';

import { readBounded } from '@coagent8/storage';

/** Largest configuration file that is read, in bytes. A larger one declares nothing here. */
export const CONFIG_MAX_BYTES = 1024 * 1024;

/** `env_key = "NAME"`, on a line of its own or in an inline table, and not in a comment. */
const DECLARATION = /^[^#\n]*?\benv_key["']?\s*=\s*["']([A-Za-z_][A-Za-z0-9_]*)["']/gm;

/**
 * Names of the variables that hold the keys of the user's custom providers.
 *
 * Codex could be asked (`config/read`), but only by starting it, and what it may see must be known before that. So the
 * lines of its configuration file are looked at instead. A name too many passes on a variable that the user wrote
 * there; one that is declared elsewhere, in a system or project file, belongs into `backends.codex.env`.
 *
 * @param codexHome - The user's folder of Codex.
 */
export async function readProviderKeyNames(codexHome: string): Promise<string[]> {
  const text = await readBounded(join(codexHome, 'config.toml'), { maxBytes: CONFIG_MAX_BYTES }).catch(
    () => undefined,
  );
  return providerKeyNames(text ?? '');
}

/** The names that `text`, a `config.toml`, declares as `env_key`. */
export function providerKeyNames(text: string): string[] {
  return [
    ...new Set([...text.matchAll(DECLARATION)].flatMap(([, name]) => (name === undefined ? [] : [name]))),
  ];
}
