import { realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';

import { isInside } from '@coagent8/runtime';

import { NOTE_FOLDERS, OWN_FOLDER } from './profile.js';
import type { IsNote } from './tools.js';

/**
 * Tells the files that agy writes without asking: below two folders of its own, wherever links lead. Its settings lie
 * beside them and are not among them. A path that does not exist counts by what exists of it.
 */
export function createIsNote(homeDirectory: string): IsNote {
  return (path) => {
    if (!isAbsolute(path)) return false;
    const folder = realPathOf(join(homeDirectory, OWN_FOLDER));
    const file = realPathOf(path);
    return NOTE_FOLDERS.some((name) => isInside(dirname(file), join(folder, name)));
  };
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(realPathOf(above), basename(path));
  }
}
