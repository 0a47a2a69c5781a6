import { dirname } from 'node:path';

import writeFileAtomic from 'write-file-atomic';

import { cannotWrite } from './errors.js';
import { makeFolders } from './make-folders.js';

/** Mode of every file that this room writes: for its owner alone. */
export const FILE_MODE = 0o600;

/**
 * Replaces the file at `path` in one step: whoever reads it, also after a crash, sees the whole old or the whole new
 * content, and the new one is on the disk when the promise resolves. Missing folders are made, mode 0700; the file has
 * mode 0600 after it. A symbolic link stays, its target is replaced; a dangling one is itself replaced. Writes to one
 * path keep the order of their calls within a process; between processes the last one wins.
 *
 * A process that is killed while it writes leaves `<name>.<digits>` behind (write-file-atomic 8.0).
 *
 * @throws CoAgentError `PROCESS_ERROR` naming the path and what the system said; the old content stays.
 */
export async function writeAtomic(path: string, data: string | Uint8Array): Promise<void> {
  try {
    // At once: what is awaited before write-file-atomic has the call would lose the order of calls.
    makeFolders(dirname(path));
    await writeFileAtomic(path, typeof data === 'string' ? data : asBuffer(data), { mode: FILE_MODE });
  } catch (error) {
    throw cannotWrite(path, error);
  }
}

function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
