import { lstat, readdir, realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';

import { isInside } from '@coagent8/runtime';

import { foldersUpFrom } from '../folders-up.js';
import {
  CUSTOMIZATION_FOLDERS,
  INSTRUCTION_ENTRIES,
  INSTRUCTION_FILES,
  PLUGIN_FOLDER,
  STARTING_FILES,
  USER_FOLDER,
} from './profile.js';

/** What a repository brings along for agy, as paths relative to the workspace. */
export interface RepositoryFiles {
  /** What starts programs, or cannot be looked at. */
  readonly starting: readonly string[];
  /** What is put before the model. */
  readonly instructions: readonly string[];
}

/**
 * Looks for what agy takes from the workspace and the folders above it. Versions differ in how far up they look (1.2.15:
 * the root of the repository; 1.2.16: each folder up to it), and a repository can lie in another or be none to git, so
 * all of them count; but for the user's home and what is above it, which no repository fills. Links are followed; a name
 * counts in any case, as it does on the disks of some systems.
 *
 * @param workspacePath - Canonical absolute path.
 */
export async function findRepositoryFiles({
  workspacePath,
  homeDirectory,
}: {
  readonly workspacePath: string;
  readonly homeDirectory: string;
}): Promise<RepositoryFiles> {
  const home = await realpath(homeDirectory).catch(() => homeDirectory);
  const folders = foldersUpFrom(workspacePath).filter(
    (folder) => folder === workspacePath || !isInside(home, folder),
  );
  const found = await Promise.all([...folders.map(lookInto), lookBehindLinks(home, workspacePath)]);
  const named = (paths: readonly string[]) => paths.map((path) => relative(workspacePath, path));
  return {
    starting: named(found.flatMap(({ starting }) => starting)),
    instructions: named(found.flatMap(({ instructions }) => instructions)),
  };
}

async function lookInto(folder: string): Promise<RepositoryFiles> {
  const roots = CUSTOMIZATION_FOLDERS.map((name) => join(folder, name));
  const found = await Promise.all([...roots.map(lookIntoRoot), lookForInstructions(folder)]);
  return {
    starting: found.flatMap(({ starting }) => starting),
    instructions: found.flatMap(({ instructions }) => instructions),
  };
}

async function lookIntoRoot(root: string): Promise<RepositoryFiles> {
  const entries = await entriesOf(root);
  if (entries === 'unreadable') return { starting: [root], instructions: [] };
  const paths = (isWanted: (name: string) => boolean) =>
    entries.filter(({ name }) => isWanted(name.toLowerCase())).map(({ name }) => join(root, name));
  const plugins = await Promise.all(paths((name) => name === PLUGIN_FOLDER).map(holdsPlugins));
  return {
    starting: [...paths((name) => STARTING_FILES.has(name)), ...plugins.flat()],
    instructions: paths((name) => INSTRUCTION_ENTRIES.has(name)),
  };
}

/** What the user has set up for every turn, where it really lies in the workspace: whoever fills that can change it. */
async function lookBehindLinks(home: string, workspacePath: string): Promise<RepositoryFiles> {
  const { starting } = await lookIntoRoot(join(home, USER_FOLDER));
  const files = await Promise.all(starting.map((path) => realpath(path).catch(() => path)));
  return { starting: files.filter((path) => isInside(path, workspacePath)), instructions: [] };
}

/** The folder itself, where a folder or a link is in it. A mere file there is a list of another agent's. */
async function holdsPlugins(folder: string): Promise<string[]> {
  const entries = await entriesOf(folder);
  return entries === 'unreadable' || entries.some((entry) => !entry.isFile()) ? [folder] : [];
}

async function lookForInstructions(folder: string): Promise<RepositoryFiles> {
  const files = INSTRUCTION_FILES.map((name) => join(folder, name));
  const found = await Promise.all(
    files.map((file) =>
      lstat(file).then(
        () => [file],
        () => [],
      ),
    ),
  );
  return { starting: [], instructions: found.flat() };
}

/** Nothing where there is no such folder. */
async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
    return code === 'ENOENT' || code === 'ENOTDIR' ? [] : 'unreadable';
  }
}
