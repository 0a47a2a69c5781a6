import { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

import { cannotLock, lockNotGiven } from './errors.js';
import { makeFolders } from './make-folders.js';
import { codeOf } from './system-error.js';

/** How often a lock that another process holds is tried again. */
export const LOCK_POLL_MS = 20;

/** How long to wait, and when a lock is taken to be left behind. */
export interface LockFileTimes {
  /** How long to wait for the lock; 0 tries once. */
  readonly waitMs: number;
  /** The age at which a lock file counts as left behind by a killed process. At least twice what `action` can take. */
  readonly staleMs: number;
}

/**
 * Runs `action` while no other process runs one under the same `path`. For short sections alone: lock files know no
 * liveness. A holder that is slower than `staleMs`, if only because its event loop was blocked (measured with lockfile
 * 1.0.4), is overtaken, and frees the lock of the one who overtook it. What must not be overtaken takes
 * `acquireExclusiveLock`.
 *
 * Makes missing folders, mode 0700. The lock is freed when `action` settles, and when the process exits or is ended by
 * a signal that can be handled; a killed holder's lock is taken over after `staleMs`. Not reentrant. The first call
 * installs signal listeners (lockfile 1.0.4); listeners of others still run.
 *
 * @throws what `action` throws; CoAgentError `PROCESS_ERROR` if the lock is not given within `waitMs` or cannot be made.
 */
export async function withLockFile<Result>(
  path: string,
  action: () => Promise<Result>,
  times: LockFileTimes,
): Promise<Result> {
  const { lock, unlock } = await import('lockfile');
  const tryOnce = promisify<string, object, void>(lock);
  try {
    makeFolders(dirname(path));
  } catch (error) {
    throw cannotLock(path, error);
  }
  await acquire(path, times, (options) => tryOnce(path, options));
  try {
    return await action();
  } finally {
    await promisify(unlock)(path);
  }
}

async function acquire(
  path: string,
  { waitMs, staleMs }: LockFileTimes,
  tryOnce: (options: object) => Promise<void>,
): Promise<void> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    try {
      // lockfile's own `wait` gives up for good when two processes meet over a stale lock (1.0.4).
      return await tryOnce({ stale: staleMs });
    } catch (error) {
      const code = codeOf(error);
      // Held, or just gone while it was looked at.
      if ((code !== 'EEXIST' && code !== 'ENOENT') || (await isInTheWay(path))) throw cannotLock(path, error);
      if (performance.now() >= deadline)
        throw code === 'EEXIST' ? lockNotGiven(path, waitMs) : cannotLock(path, error);
      await delay(LOCK_POLL_MS);
    }
  }
}

/** Whether there is something that is no lock file: nobody will ever free it. */
async function isInTheWay(path: string): Promise<boolean> {
  return lstat(path).then(
    (about) => !about.isFile(),
    () => false,
  );
}
