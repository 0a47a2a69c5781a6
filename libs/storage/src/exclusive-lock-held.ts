import { stat } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';

import { cannotLock } from './errors.js';
import { codeOf } from './system-error.js';

const SQLITE_BUSY = 5;

/**
 * Whether a live process, this one included, holds the exclusive lock at `path`. Takes nothing that would keep another
 * from asking the same, but for a moment in which the lock is not given; and makes no file: where there is none, nobody holds it. What cannot be told is thrown and never
 * `false`: too many open files must not make a holder look dead.
 *
 * Between the making of a lock file and its lock it is not held: whoever judges by the answer keeps the two from
 * overlapping.
 *
 * @throws CoAgentError `PROCESS_ERROR` if the file is there and cannot be asked.
 */
export async function isExclusiveLockHeld(path: string): Promise<boolean> {
  const { DatabaseSync } = await import('node:sqlite');
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { readOnly: true });
    // Any reading asks for the shared lock, which an exclusive one excludes (SQLite 3.5x, Node 24).
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    return false;
  } catch (error) {
    if (errcodeOf(error) === SQLITE_BUSY) return true;
    if (await isAbsent(path)) return false;
    throw cannotLock(path, error);
  } finally {
    database?.close();
  }
}

function errcodeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'errcode' in error ? error.errcode : undefined;
}

async function isAbsent(path: string): Promise<boolean> {
  return stat(path).then(
    () => false,
    (error: unknown) => codeOf(error) === 'ENOENT',
  );
}
