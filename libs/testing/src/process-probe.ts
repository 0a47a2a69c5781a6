import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** How often {@link waitForDeath} looks, in milliseconds. A process that is not our child sends no event. */
const LOOK_EVERY_MS = 20;

/**
 * Whether a process runs. A zombie does not: on Linux a killed process answers signal 0 until its parent has read its
 * exit, which can take seconds. Elsewhere than on Linux a zombie counts as alive.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return typeof error === 'object' && error !== null && 'code' in error && error.code === 'EPERM'; // jest has its own Error
  }
  if (process.platform !== 'linux') return true;
  const status = readStatus(pid);
  return status !== undefined && status.state !== 'Z' && status.state !== 'X';
}

/** Waits until the process is dead. Returns false where it still runs after `timeoutMs`. */
export async function waitForDeath(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (isAlive(pid)) {
    if (performance.now() >= deadline) return false;
    await delay(LOOK_EVERY_MS);
  }
  return true;
}

/**
 * Ids of all living processes below `pid`, children before grandchildren. Linux only; a process whose parent died has
 * been adopted by another and is not found.
 */
export function descendantsOf(pid: number): number[] {
  const parents = new Map<number, number>();
  for (const entry of readdirSync('/proc')) {
    const status = /^\d+$/.test(entry) ? readStatus(Number(entry)) : undefined;
    if (status && isAlive(Number(entry))) parents.set(Number(entry), status.parent);
  }
  const found: number[] = [];
  let generation = [pid];
  while (generation.length > 0) {
    generation = [...parents].filter(([, parent]) => generation.includes(parent)).map(([child]) => child);
    found.push(...generation);
  }
  return found;
}

/** How many file descriptors this process holds open. Linux only; the one that reads the list is not counted. */
export function openDescriptors(): number {
  return readdirSync('/proc/self/fd').length - 1;
}

/** `/proc/<pid>/stat` is `pid (name) state parent …`; the name may itself hold spaces and brackets. */
function readStatus(pid: number): { state: string; parent: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state = '', parent = ''] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state, parent: Number(parent) };
  } catch {
    return undefined;
  }
}
