import { setTimeout as delay } from 'node:timers/promises';

/** How long a process group has to end by itself after SIGTERM unless the caller says otherwise, in milliseconds. */
export const TERMINATE_GRACE_MS = 250;
/** How long a group may take to disappear after SIGKILL before it is reported as alive, in milliseconds. */
export const KILL_CONFIRM_MS = 500;

/** How often a group is looked at: the processes in it are not our children, so no event tells of their end. */
const LOOK_EVERY_MS = 20;

/** A group of processes, or on Windows the one process, that may be signalled. */
export interface ProcessGroup {
  /** Sends to all of the group. Silent where nobody is left. */
  readonly send: (signal: 'SIGTERM' | 'SIGKILL') => void;
  readonly isAlive: () => Promise<boolean>;
}

/** Asks the group to end, and kills it after `graceMs`. Returns once it is gone, or cannot be killed. */
export async function terminate(group: ProcessGroup, graceMs: number): Promise<void> {
  if (!(await group.isAlive())) return;
  group.send('SIGTERM');
  if (!(await isGoneWithin(group, graceMs))) await kill(group);
}

/**
 * Kills the group without asking. Returns once it is gone, or cannot be killed. A group in which nobody is left is
 * not signalled: its id could by now belong to strangers.
 */
export async function kill(group: ProcessGroup): Promise<void> {
  if (!(await group.isAlive())) return;
  group.send('SIGKILL');
  await isGoneWithin(group, KILL_CONFIRM_MS);
}

async function isGoneWithin(group: ProcessGroup, timeoutMs: number): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  while (await group.isAlive()) {
    const leftMs = end - performance.now();
    if (leftMs <= 0) return false;
    await delay(Math.min(LOOK_EVERY_MS, leftMs));
  }
  return true;
}
