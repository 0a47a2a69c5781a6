import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

import { locationsOf } from '@coagent8/config';
import type { Environment } from '@coagent8/contracts';

/** What is known of the folder that everything is kept in. */
export interface DataRootHealth {
  /**
   * As the system says, without writing: `writable`. `absent`: not there yet, and it may be made. `read-only`: there, and it
   * may not be written. `unmakeable`: neither there nor to be made. `not-a-folder`: something else is in its place.
   * `unknown`: the variable that names it is unusable, or the system does not say.
   */
  readonly state: 'writable' | 'absent' | 'read-only' | 'unmakeable' | 'not-a-folder' | 'unknown';
  /** Absolute; absent where the variable that names it is unusable. */
  readonly path?: string;
}

/** How the disk is looked at. */
export interface DiskLook {
  /** `undefined` where nothing is there. */
  readonly kindOf: (path: string) => Promise<'folder' | 'other' | undefined>;
  readonly mayWrite: (path: string) => Promise<boolean>;
}

/** Looks whether the data root is there and may be written, without writing. Never rejects. */
export async function lookAtDataRoot(
  environment: Environment,
  look: DiskLook = DISK_LOOK,
): Promise<DataRootHealth> {
  let path: string | undefined;
  try {
    path = locationsOf(environment).dataRoot;
    return { state: await stateOf(path, look), path };
  } catch {
    return { state: 'unknown', ...(path === undefined ? {} : { path }) };
  }
}

async function stateOf(path: string, look: DiskLook): Promise<DataRootHealth['state']> {
  const kind = await look.kindOf(path);
  if (kind === 'other') return 'not-a-folder';
  if (kind === 'folder') return (await look.mayWrite(path)) ? 'writable' : 'read-only';
  return (await mayBeMade(path, look)) ? 'absent' : 'unmakeable';
}

/** By the nearest folder above it that is there. */
async function mayBeMade(path: string, look: DiskLook): Promise<boolean> {
  const parent = dirname(path);
  if (parent === path) return false;
  const kind = await look.kindOf(parent);
  if (kind === undefined) return mayBeMade(parent, look);
  return kind === 'folder' && look.mayWrite(parent);
}

const DISK_LOOK: DiskLook = {
  kindOf: async (path) => {
    try {
      return (await stat(path)).isDirectory() ? 'folder' : 'other';
    } catch (error) {
      if (isAbsence(error)) return undefined;
      throw error;
    }
  },
  mayWrite: (path) =>
    access(path, constants.W_OK | constants.X_OK).then(
      () => true,
      () => false,
    ),
};

function isAbsence(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
