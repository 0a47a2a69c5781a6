import { unlink } from 'node:fs/promises';

import { cannotRemove } from './errors.js';
import { codeOf } from './system-error.js';

/**
 * Removes a file, or a link and not what it leads to. A file that is not there is none to remove: `false`.
 *
 * @throws CoAgentError `PROCESS_ERROR` naming the path and what the system said.
 */
export async function removeFile(path: string): Promise<boolean> {
  try {
    await unlink(path);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw cannotRemove(path, error);
  }
}
