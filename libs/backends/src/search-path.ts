import { realpath } from 'node:fs/promises';
import { isAbsolute, posix, win32 } from 'node:path';

import { isInside } from '@coagent8/runtime';

/**
 * `PATH` without entries that a repository can fill: relative ones, which mean the agent's working directory, and ones
 * inside the workspace, links followed. Codex 0.150 to 0.171 starts `git` by name, outside its sandbox.
 *
 * @param workspacePath - Canonical absolute path.
 */
export async function safeSearchPath(
  path: string,
  { workspacePath, platform }: { readonly workspacePath: string; readonly platform: NodeJS.Platform },
): Promise<string> {
  const { delimiter } = platform === 'win32' ? win32 : posix;
  const entries = path.split(delimiter).filter((entry) => isAbsolute(entry));
  const places = await Promise.all(entries.map((entry) => realpath(entry).catch(() => entry)));
  return entries.filter((_entry, index) => !isInside(places[index] ?? '', workspacePath)).join(delimiter);
}
