import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { readBounded } from '@coagent8/storage';
import { z } from 'zod';

import { PLUGIN_FOLDER, USER_FOLDER } from './profile.js';
import { parseAsGo, SETTINGS_MAX_BYTES } from './user-settings.js';

const HOOKS_FILE = 'hooks.json';
const SERVERS_FILE = 'mcp_config.json';

/** What agy starts by itself because its user wants it to, in numbers. No flag of agy's keeps it from that. */
export interface OwnPrograms {
  readonly hooks: number;
  readonly servers: number;
  readonly plugins: number;
  /** Files that are there and cannot be read: nobody knows what agy makes of them. */
  readonly unreadable: readonly string[];
}

const hooksSchema = z.record(z.string(), z.unknown());
const serversSchema = z.object({
  mcpservers: z.record(z.string(), z.object({ disabled: z.boolean().nullish() })).nullish(),
});

/** Counts what the user has set up. Starts nothing. */
export async function readOwnPrograms(homeDirectory: string): Promise<OwnPrograms> {
  const unreadable: string[] = [];
  const [hooks, servers, plugins] = await Promise.all([
    read(HOOKS_FILE, hooksSchema),
    read(SERVERS_FILE, serversSchema),
    readdir(join(homeDirectory, USER_FOLDER, PLUGIN_FOLDER)).catch(() => []),
  ]);
  return {
    hooks: Object.keys(hooks ?? {}).length,
    servers: Object.values(servers?.mcpservers ?? {}).filter(({ disabled }) => disabled !== true).length,
    plugins: plugins.length,
    unreadable,
  };

  async function read<Schema extends z.ZodType>(
    name: string,
    schema: Schema,
  ): Promise<z.infer<Schema> | undefined> {
    try {
      const path = join(homeDirectory, USER_FOLDER, name);
      const content = await readBounded(path, { maxBytes: SETTINGS_MAX_BYTES });
      return content === undefined ? undefined : schema.parse(parseAsGo(content));
    } catch {
      unreadable.push(`~/${USER_FOLDER}/${name}`);
      return undefined;
    }
  }
}
