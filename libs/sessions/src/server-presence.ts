import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { acquireExclusiveLock, isExclusiveLockHeld, removeFile, withExclusiveLock } from '@coagent8/storage';
import type { ExclusiveLock } from '@coagent8/storage';

import { randomHex } from './session-handle.js';

/** How long to wait for others that come or sweep, in milliseconds. Either takes a few. */
export const PRESENCE_WAIT_MS = 15_000;

/**
 * That this server lives, told by a lock of the operating system: it is held from the first turn on, stays while the event
 * loop is blocked, and is free the moment the process is gone. Neither time nor process numbers are asked.
 */
export interface ServerPresence {
  /** The id under which this server owns turns; the first call takes its lock. */
  readonly announce: () => Promise<string>;
  /** That id, where it has been announced. */
  readonly ownId: () => string | undefined;
  /** Whether the server of that id lives. */
  readonly isAlive: (id: string) => Promise<boolean>;
  /** Removes the lock files of dead servers. */
  readonly sweep: () => Promise<void>;
  /** Frees the lock. Turns of this server count as dead from now on; a later `announce` takes another id. */
  readonly end: () => void;
}

interface Announced {
  readonly id: string;
  readonly lock: ExclusiveLock;
}

/** The presence of one server on a data root; two in one process are two servers. */
export function createServerPresence(locksDirectory: string): ServerPresence {
  const folder = join(locksDirectory, 'servers');
  const pathOf = (id: string) => join(folder, `${id}.lock`);
  /** Nobody sweeps between the making of a lock file and its lock. */
  const alone = <Result>(action: () => Promise<Result>) =>
    withExclusiveLock(join(locksDirectory, 'servers.lock'), action, { waitMs: PRESENCE_WAIT_MS });
  /** Ids are never used again: who is dead stays dead. */
  const dead = new Set<string>();
  let announcing: Promise<Announced> | undefined;
  let announced: Announced | undefined;

  const register = async (): Promise<Announced> => {
    const id = randomHex();
    const lock = await alone(() => acquireExclusiveLock(pathOf(id)));
    if (lock === undefined) return register();
    announced = { id, lock };
    return announced;
  };

  const isAlive = async (id: string): Promise<boolean> => {
    if (dead.has(id)) return false;
    const isHeld = await isExclusiveLockHeld(pathOf(id));
    if (!isHeld) dead.add(id);
    return isHeld;
  };

  return {
    announce: async () => {
      announcing ??= register();
      try {
        return (await announcing).id;
      } catch (error) {
        announcing = undefined;
        throw error;
      }
    },
    ownId: () => announced?.id,
    isAlive,
    sweep: () =>
      alone(async () => {
        for (const id of await idsIn(folder)) {
          if (!(await isAlive(id))) await removeFile(pathOf(id));
        }
      }),
    end: () => {
      announced?.lock.release();
      announced = undefined;
      announcing = undefined;
    },
  };
}

async function idsIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.flatMap((name) => /^([0-9a-f]{32})\.lock$/.exec(name)?.[1] ?? []);
}
