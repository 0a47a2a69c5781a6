import { isAbsolute } from 'node:path';

import type { WorkspaceChoice } from '@coagent8/contracts';

import { canonicalDirectory, isWithin } from './canonical-path.js';
import { ambiguousRoots, noWorkspace, relativeWorkspace, unusableWorkspace } from './errors.js';
import { refusalOf } from './refused-directories.js';

/** What a workspace is chosen from. */
export interface WorkspaceFacts {
  /** The folder that the caller named, absolute. */
  readonly explicitPath?: string;
  /** Client roots as absolute paths. One that is not there, or is not to be chosen, is passed over. */
  readonly roots: readonly string[];
  /** Directory that the server or the command was started in, absolute. */
  readonly directory: string;
  readonly homeDirectory: string;
  readonly platform: NodeJS.Platform;
}

/**
 * Chooses the folder of a turn: the one that the caller named; else the only client root, or the deepest one that holds
 * the directory the server was started in; else that directory. Only a named folder may be the home directory or one
 * above it, a file system root or a system directory. The path is canonical: it exists, and no part of it is a link.
 *
 * Looks at the disk and changes nothing.
 *
 * @throws CoAgentError `INPUT_LIMIT` when the named folder is relative, missing or not a folder, when several roots are
 * left and none holds the directory, and when there is no folder to choose.
 */
export async function chooseWorkspace(facts: WorkspaceFacts): Promise<WorkspaceChoice> {
  if (facts.explicitPath !== undefined)
    return { path: await namedFolder(facts.explicitPath), source: 'explicit' };
  const home = await canonicalDirectory(facts.homeDirectory);
  const homeDirectory = 'path' in home ? home.path : facts.homeDirectory;
  const refusal = (path: string) => refusalOf(path, { homeDirectory, platform: facts.platform });
  const start = await canonicalDirectory(facts.directory);

  const roots = (await existingFolders(facts.roots)).filter((root) => refusal(root) === undefined);
  const root = chooseRoot(roots, 'path' in start ? start.path : undefined);
  if (root !== undefined) return { path: root, source: 'root' };
  if (roots.length > 0) throw ambiguousRoots(roots);

  if ('problem' in start) throw noWorkspace(facts.directory, 'which is not a folder that can be read');
  const reason = refusal(start.path);
  if (reason !== undefined) throw noWorkspace(start.path, `which is ${reason}`);
  return { path: start.path, source: 'directory' };
}

async function namedFolder(path: string): Promise<string> {
  if (!isAbsolute(path)) throw relativeWorkspace(path);
  const folder = await canonicalDirectory(path);
  if ('path' in folder) return folder.path;
  throw unusableWorkspace(path, folder.problem);
}

async function existingFolders(paths: readonly string[]): Promise<readonly string[]> {
  const folders = await Promise.all(paths.filter((path) => isAbsolute(path)).map(canonicalDirectory));
  return [...new Set(folders.flatMap((folder) => ('path' in folder ? [folder.path] : [])))];
}

/** The only root, or the deepest that holds `start`: of two that hold the same folder, the longer. */
function chooseRoot(roots: readonly string[], start: string | undefined): string | undefined {
  const holding = start === undefined ? [] : roots.filter((root) => isWithin(root, start));
  const [candidate] = roots.length === 1 ? roots : holding.sort((a, b) => b.length - a.length);
  return candidate;
}
