import { setTimeout as delay } from 'node:timers/promises';

import { lockNotGiven } from './errors.js';
import { acquireExclusiveLock } from './exclusive-lock.js';
import type { ExclusiveLock } from './exclusive-lock.js';

/** How often a lock that is held elsewhere is tried again, on the average. */
export const EXCLUSIVE_POLL_MS = 4;

/**
 * Runs `action` while nobody else, in this process or another, runs one under the same `path`. Unlike `withLockFile` it
 * cannot be overtaken: the lock is the system's, stays while the event loop is blocked, and is free as soon as its holder
 * ends, however it ends. Not reentrant, and not fair. The file stays; never remove it.
 *
 * @throws what `action` throws; CoAgentError `PROCESS_ERROR` if the lock is not given within `waitMs` (0 tries once) or
 * cannot be made.
 */
export async function withExclusiveLock<Result>(
  path: string,
  action: () => Promise<Result>,
  { waitMs }: { readonly waitMs: number },
): Promise<Result> {
  const lock = await acquireWithin(path, waitMs);
  try {
    return await action();
  } finally {
    lock.release();
  }
}

async function acquireWithin(path: string, waitMs: number): Promise<ExclusiveLock> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const lock = await acquireExclusiveLock(path);
    if (lock) return lock;
    if (performance.now() >= deadline) throw lockNotGiven(path, waitMs);
    // Apart from each other: those who wait for one lock would meet at it again and again.
    await delay(1 + Math.random() * 2 * (EXCLUSIVE_POLL_MS - 1));
  }
}
