import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { Environment } from '@coagent8/contracts';

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
 */
export async function readProviderKeyNames({ variables, homeDirectory }: Environment): Promise<string[]> {
  const file = join(variables['CODEX_HOME'] || join(homeDirectory, '.codex'), 'config.toml');
  return providerKeyNames(await readSmallFile(file).catch(() => ''));
}

/** The names that `text`, a `config.toml`, declares as `env_key`. */
export function providerKeyNames(text: string): string[] {
  return [
    ...new Set([...text.matchAll(DECLARATION)].flatMap(([, name]) => (name === undefined ? [] : [name]))),
  ];
}

async function readSmallFile(file: string): Promise<string> {
  const about = await stat(file);
  return about.isFile() && about.size <= CONFIG_MAX_BYTES ? readFile(file, 'utf8') : '';
}
