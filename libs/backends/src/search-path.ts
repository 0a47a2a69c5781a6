import { realpath } from 'node:fs/promises';
import { isAbsolute, posix, win32 } from 'node:path';

import type { Environment } from '@coagent8/contracts';
import { isInside } from '@coagent8/runtime';

import { untrustedFolders } from './untrusted-folders.js';

/** What is below it means another folder to each process, e.g. `/proc/self/cwd/bin`. */
const PROCESSES = '/proc';

/**
 * `PATH` without entries that a repository can fill: relative ones, which mean the agent's working directory, and ones
 * inside {@link untrustedFolders}, links followed. Codex 0.150 to 0.171 and Claude Code 2.1.248 to 2.1.332 start `git`
 * by name, outside any sandbox.
 *
 * @param workspacePath - Canonical absolute path.
 */
export async function safeSearchPath(
  path: string,
  { workspacePath, environment }: { readonly workspacePath: string; readonly environment: Environment },
): Promise<string> {
  const { delimiter } = environment.platform === 'win32' ? win32 : posix;
  const entries = path.split(delimiter).filter((entry) => isAbsolute(entry) && !isInside(entry, PROCESSES));
  const places = await Promise.all(entries.map((entry) => realpath(entry).catch(() => entry)));
  const untrusted = await untrustedFolders(workspacePath, environment);
  const isTrusted = (place = '') => !untrusted.some((folder) => isInside(place, folder));
  return entries.filter((_, index) => isTrusted(places[index])).join(delimiter);
}
