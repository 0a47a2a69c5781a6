import { join } from 'node:path';

import { readBounded } from '@coagent8/storage';
import { z } from 'zod';

import type { CommandRequest } from '../agent-command.js';
import { isOfRepository } from '../agent-home.js';
import { settingsOfRepository } from './errors.js';

/** Largest settings file that is read, in bytes. */
export const SETTINGS_MAX_BYTES = 1024 * 1024;

/** What a name of a model may be. Any other is none, as it is where a turn names it. */
export const MODEL_NAME = /^[^\s\p{C}]{1,200}$/u;

const PROXY_VARIABLE = /^(?:https?|all|no)_proxy$/i;
/** No variable can hold a control character. */
const VARIABLE_VALUE = /^\P{Cc}*$/u;

const settingsSchema = z.object({
  model: z.string().regex(MODEL_NAME).optional().catch(undefined),
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
 * Reads the settings of the user, never those of a repository. A file that is missing or invalid says nothing, as with
 * Claude Code itself (2.1.332).
 *
 * @param home - The user's folder of Claude Code.
 * @throws CoAgentError `PROCESS_ERROR` where the file cannot be read, or is larger than {@link SETTINGS_MAX_BYTES};
 * `POLICY_DENIED` where it is a link into the workspace, and names a program to run or a proxy.
 */
export async function readUserSettings(
  home: string,
  { workspacePath, environment: { homeDirectory } }: Pick<CommandRequest, 'workspacePath' | 'environment'>,
): Promise<UserSettings> {
  const file = join(home, 'settings.json');
  const settings = userSettings((await readBounded(file, { maxBytes: SETTINGS_MAX_BYTES })) ?? '');
  const isStrong = settings.apiKeyHelper !== undefined || Object.keys(settings.proxy).length > 0;
  if (isStrong && (await isOfRepository(file, { workspacePath, homeDirectory })))
    throw settingsOfRepository(file);
  return settings;
}

/** What `text`, a `settings.json`, says that we take over. */
export function userSettings(text: string): UserSettings {
  const { model, apiKeyHelper, env } = settingsSchema.safeParse(jsonOf(text)).data ?? { env: {} };
  const proxy = Object.entries(env).flatMap(([name, value]) =>
    PROXY_VARIABLE.test(name) && typeof value === 'string' && VARIABLE_VALUE.test(value)
      ? [[name, value] as const]
      : [],
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
