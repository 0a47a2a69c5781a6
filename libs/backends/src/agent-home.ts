import { realpath } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';

import { isInside } from '@coagent8/runtime';

import type { CommandRequest } from './agent-command.js';
import { homeInWorkspace, relativeHome } from './errors.js';

/** How the folder is called where an agent keeps its settings, its sign-in and its sessions. */
export interface AgentHomeNames {
  /** Variable that names it, e.g. `CODEX_HOME`. */
  readonly variable: string;
  /** Its name below the home directory where the variable does not. */
  readonly folder: string;
}

/**
 * The folder where an agent keeps its files. It must be the user's: what a repository could write there would be
 * executed, and what the agent writes there would lie in the repository.
 *
 * @throws CoAgentError `POLICY_DENIED` where it is a relative path, or lies in the workspace, links followed; unless
 * the workspace holds all of the user's home.
 */
export async function locateAgentHome(
  { variable, folder }: AgentHomeNames,
  { environment, workspacePath }: Pick<CommandRequest, 'environment' | 'workspacePath'>,
): Promise<string> {
  const { variables, homeDirectory } = environment;
  const named = variables[variable];
  if (named && !isAbsolute(named)) throw relativeHome(variable);
  const home = named || join(homeDirectory, folder);
  if (await isOfRepository(home, { workspacePath, homeDirectory })) throw homeInWorkspace(variable, home);
  return home;
}

/** Whether a file or folder, links followed, lies in the workspace, which is not the whole home of the user. */
export async function isOfRepository(
  path: string,
  { workspacePath, homeDirectory }: { readonly workspacePath: string; readonly homeDirectory: string },
): Promise<boolean> {
  const place = await realpath(path).catch(() => path);
  const userHome = await realpath(homeDirectory).catch(() => homeDirectory);
  return isInside(place, workspacePath) && !isInside(userHome, workspacePath);
}
