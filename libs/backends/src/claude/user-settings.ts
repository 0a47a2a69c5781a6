import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import type { Environment } from '@coagent8/contracts';
import { z } from 'zod';

/** Largest settings file that is read, in bytes. A larger one says nothing here. */
export const SETTINGS_MAX_BYTES = 1024 * 1024;

const PROXY_VARIABLE = /^(?:https?|all|no)_proxy$/i;

const settingsSchema = z.object({
  model: z.string().min(1).optional().catch(undefined),
  apiKeyHelper: z.string().min(1).optional().catch(undefined),
  env: z.record(z.string(), z.unknown()).catch({}).default({}),
});

/** What is taken over from the user's own settings, which `--restricted` keeps from Claude Code. */
export interface UserSettings {
  readonly model?: string;
  /** A command that prints the key. */
  readonly apiKeyHelper?: string;
  /** Variables that name a proxy. They may hold a password. */
  readonly proxy: Readonly<Record<string, string>>;
}

/**
 * Reads the settings of the user, never those of a repository. A file that is missing, too large or invalid says
 * nothing, as with Claude Code itself (2.1.332).
 */
export async function readUserSettings({ variables, homeDirectory }: Environment): Promise<UserSettings> {
  const folder = variables['CLAUDE_CONFIG_DIR'] || join(homeDirectory, '.claude');
  return userSettings(await readSmallFile(join(folder, 'settings.json')).catch(() => ''));
}

/** What `text`, a `settings.json`, says that we take over. */
export function userSettings(text: string): UserSettings {
  const { model, apiKeyHelper, env } = settingsSchema.safeParse(jsonOf(text)).data ?? { env: {} };
  const proxy = Object.entries(env).flatMap(([name, value]) =>
    PROXY_VARIABLE.test(name) && typeof value === 'string' ? [[name, value] as const] : [],
  );
  return {
    ...(model === undefined ? {} : { model }),
    ...(apiKeyHelper === undefined ? {} : { apiKeyHelper }),
    proxy: Object.fromEntries(proxy),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readSmallFile(file: string): Promise<string> {
  const about = await stat(file);
  return about.isFile() && about.size <= SETTINGS_MAX_BYTES ? readFile(file, 'utf8') : '';
}
