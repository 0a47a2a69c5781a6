import { closeSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';

import { cannotLock } from './errors.js';
import { makeFolders } from './make-folders.js';
import { codeOf } from './system-error.js';
import { FILE_MODE } from './write-atomic.js';

/** A lock that lives as long as its process, at most. */
export interface ExclusiveLock {
  /** Frees the lock. Later calls do nothing. */
  readonly release: () => void;
}

/** The held ones: a database that nobody refers to would be collected, and its lock with it. */
const held = new Set<DatabaseSync>();

/**
 * Takes the lock at `path` for this process, or returns `undefined` at once if it is held, here or in another process.
 * The lock is the operating system's (SQLite's `BEGIN EXCLUSIVE`): it stays while the holder's event loop is blocked,
 * and is free as soon as the holder ends, however it ends. Nobody can take it from a live holder.
 *
 * Makes the file, empty, mode 0600, and missing folders, mode 0700. The file stays. Do not open or copy it otherwise in
 * a process that holds it: on POSIX, closing any descriptor of a file frees the process's locks on it. For local disks.
 *
 * @throws CoAgentError `PROCESS_ERROR` if the file cannot be made or is something else than a lock.
 */
export async function acquireExclusiveLock(path: string): Promise<ExclusiveLock | undefined> {
  const { DatabaseSync } = await import('node:sqlite');
  let database: DatabaseSync | undefined;
  try {
    makeFolders(dirname(path));
    createIfAbsent(path);
    database = new DatabaseSync(path);
    // Nothing is ever written: a journal on the disk would need room there, and stay when the process is killed.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database?.close();
    if (isBusy(error)) return undefined;
    throw cannotLock(path, error);
  }
  return hold(database);
}

function hold(database: DatabaseSync): ExclusiveLock {
  held.add(database);
  return {
    release: () => {
      if (held.delete(database)) database.close();
    },
  };
}

/** SQLite would make it 0644. Never opens a file that is there, and is done within one turn: see above. */
function createIfAbsent(path: string): void {
  try {
    closeSync(openSync(path, 'wx', FILE_MODE));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
