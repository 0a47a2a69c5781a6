import { lstat, realpath } from 'node:fs/promises';
import { join } from 'node:path';

import type { Environment } from '@coagent8/contracts';
import { isInside } from '@coagent8/runtime';

import { foldersUpFrom } from './folders-up.js';

/**
 * Folders that a repository fills, from which no program is taken: the workspace; the outermost repository around it,
 * since a workspace may be a part of one; and the one that we were started in, whose folders `npx` and the like put on
 * `PATH`. The user's home and what is above it count as nobody's repository.
 *
 * @param workspacePath - Canonical absolute path.
 */
export async function untrustedFolders(
  workspacePath: string | undefined,
  { workingDirectory, homeDirectory }: Pick<Environment, 'workingDirectory' | 'homeDirectory'>,
): Promise<string[]> {
  const [start, home] = await Promise.all([workingDirectory, homeDirectory].map(realPathOf));
  const places = [workspacePath, start].filter((place) => place !== undefined);
  const around = await Promise.all(places.map((place) => outermostRepository(place, home ?? homeDirectory)));
  return [workspacePath, ...around].filter((folder) => folder !== undefined);
}

/** A `.git` is a folder, or a file where a worktree or a submodule begins. */
async function outermostRepository(place: string, home: string): Promise<string | undefined> {
  const folders = foldersUpFrom(place).filter((folder) => !isInside(home, folder));
  const marks = await Promise.all(
    folders.map((folder) => lstat(join(folder, '.git')).catch(() => undefined)),
  );
  return folders.findLast((_, index) => marks[index] !== undefined);
}

async function realPathOf(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}
