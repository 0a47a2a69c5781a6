import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { CoAgentError } from '@coagent8/contracts';
import { isInside } from '@coagent8/runtime';
import { readBounded } from '@coagent8/storage';
import { z } from 'zod';

import { OWN_FOLDER } from './profile.js';

/** Largest file of settings that is read, in bytes. A larger one is a fault. */
export const SETTINGS_MAX_BYTES = 1024 * 1024;

/** Below the home directory. */
const OWN_FILE = `${OWN_FOLDER}/settings.json`;
const SHARED_FILE = '.gemini/config/config.json';
const PROJECTS_FOLDER = '.gemini/config/projects';
/** Holds the id of the project of conversations for which none is named, where it is not {@link DEFAULT_PROJECT}. */
const CHOSEN_PROJECT_FILE = `${OWN_FOLDER}/cache/default_project_id.txt`;
const DEFAULT_PROJECT = 'default-cli-project';

/** Rules of one file that allow something without a question. */
export interface Grants {
  /** The file, below the home directory. */
  readonly file: string;
  readonly allow: readonly string[];
}

/** What the user has told agy that bears on the profile. */
export interface UserSettings {
  readonly toolPermission?: string;
  readonly agentMode?: string;
  /** What is run where nothing is named: a slug, or a label as people are shown it. */
  readonly model?: string;
  /** Who serves the models, where that is not agy's own service: a key of the user's is then used (1.2.15). */
  readonly modelProvider?: string;
  readonly readsOutside: boolean;
  readonly grants: readonly Grants[];
  /** Files that are there and cannot be read, each with the reason. */
  readonly faults: readonly string[];
}

const text = z.string().nullish();
const grantsSchema = z.object({ allow: z.array(z.string()).nullish() }).nullish();
const settingsSchema = z.object({
  toolpermission: text,
  agentmode: text,
  model: z.string().trim().optional().catch(undefined),
  modelprovider: z.string().trim().optional().catch(undefined),
  allownonworkspaceaccess: z.boolean().nullish(),
  permissions: grantsSchema,
});
const sharedSchema = z.object({ usersettings: z.object({ globalpermissiongrants: grantsSchema }).nullish() });
const projectSchema = z.object({ permissiongrants: z.object({ permissiongrants: grantsSchema }).nullish() });

/**
 * Reads the settings of agy, and the rules beside them that agy adds to its own: those shared with the editor, and those
 * of the projects that the workspace is in (1.0.5; in 1.1.27 only these two allow commands).
 *
 * @param workspacePath - Canonical absolute path.
 */
export async function readUserSettings({
  workspacePath,
  homeDirectory,
}: {
  readonly workspacePath: string;
  readonly homeDirectory: string;
}): Promise<UserSettings> {
  const faults: string[] = [];
  const own = parse(OWN_FILE, await read(OWN_FILE), settingsSchema);
  const shared = parse(SHARED_FILE, await read(SHARED_FILE), sharedSchema);
  const grants: Grants[] = [
    grantsOf(OWN_FILE, own?.permissions),
    grantsOf(SHARED_FILE, shared?.usersettings?.globalpermissiongrants),
    ...(await readProjects()),
  ];
  return {
    ...(own?.toolpermission ? { toolPermission: own.toolpermission } : {}),
    ...(own?.agentmode ? { agentMode: own.agentmode } : {}),
    ...(own?.model ? { model: own.model } : {}),
    ...(own?.modelprovider ? { modelProvider: own.modelprovider } : {}),
    readsOutside: own?.allownonworkspaceaccess === true,
    grants: grants.filter(({ allow }) => allow.length > 0),
    faults,
  };

  async function readProjects(): Promise<Grants[]> {
    const names = await readdir(join(homeDirectory, PROJECTS_FOLDER)).catch(() => []);
    const chosen = (await read(CHOSEN_PROJECT_FILE))?.trim();
    const defaults = new Set([DEFAULT_PROJECT, chosen].map((id) => `${id}.json`));
    const projects = await Promise.all(
      names
        .filter((name) => name.endsWith('.json'))
        .map(async (name) => {
          const file = `${PROJECTS_FOLDER}/${name}`;
          const content = await read(file);
          if (!defaults.has(name) && !foldersIn(content ?? '').some(holdsWorkspace)) return [];
          const project = parse(file, content, projectSchema);
          return [grantsOf(file, project?.permissiongrants?.permissiongrants)];
        }),
    );
    return projects.flat();
  }

  function holdsWorkspace(folder: string): boolean {
    return isInside(workspacePath, folder);
  }

  async function read(file: string): Promise<string | undefined> {
    try {
      return await readBounded(join(homeDirectory, file), { maxBytes: SETTINGS_MAX_BYTES });
    } catch (error) {
      faults.push(CoAgentError.is(error) ? error.message : `~/${file} cannot be read`);
      return undefined;
    }
  }

  function parse<Schema extends z.ZodType>(
    file: string,
    content: string | undefined,
    schema: Schema,
  ): z.infer<Schema> | undefined {
    if (content === undefined) return undefined;
    const { data, success } = schema.safeParse(parseAsGo(content));
    if (!success) faults.push(`~/${file} is not JSON as agy reads it`);
    return data;
  }
}

function grantsOf(file: string, grants: z.infer<typeof grantsSchema>): Grants {
  return { file: `~/${file}`, allow: grants?.allow ?? [] };
}

/**
 * agy is written in Go, which reads JSON without comments and takes the names of members in any case: they are given in
 * lower case. `undefined` where it is no JSON.
 */
export function parseAsGo(content: string): unknown {
  try {
    return JSON.parse(content, (_key, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name.toLowerCase(), member]))
        : value,
    );
  } catch {
    return undefined;
  }
}

/** Folders that a project names, as paths. */
function foldersIn(content: string): string[] {
  return [...content.matchAll(/"(file:\/\/[^"\\]*)"/g)].flatMap(([, url = '']) => {
    try {
      return [fileURLToPath(url)];
    } catch {
      return [];
    }
  });
}
