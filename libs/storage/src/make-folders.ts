import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import { codeOf } from './system-error.js';

/** Mode of every folder that this room makes: for its owner alone. */
export const FOLDER_MODE = 0o700;

/**
 * Makes `folder` and what is missing above it, mode {@link FOLDER_MODE}; one that is there stays as it is. Node's own recursion
 * never ends where the system makes no folder below one that is there and says ENOENT, as in `/proc` (24.15).
 *
 * @throws what the system says of the first folder that it does not make.
 */
export function makeFolders(folder: string): void {
  const error = tryToMake(folder);
  if (error === undefined) return;
  if (codeOf(error) !== 'ENOENT' || dirname(folder) === folder) throw error;
  makeFolders(dirname(folder));
  const stillError = tryToMake(folder);
  if (stillError !== undefined) throw stillError;
}

function tryToMake(folder: string): unknown {
  try {
    mkdirSync(folder, { mode: FOLDER_MODE });
    return undefined;
  } catch (error) {
    return isFolder(folder) ? undefined : error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
