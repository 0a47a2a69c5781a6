import { readdir } from 'node:fs/promises';

import { systemCode } from './errors.js';
import { isRunning, readProcessStat } from './read-process-stat.js';
import type { ProcessStat } from './read-process-stat.js';

/**
 * Whether a process of the group runs. A killed process that nobody has collected yet still answers signal 0; on
 * Linux such zombies are told apart and count as dead. Elsewhere they count as alive, as does a group that may not be
 * signalled: it is safer to say too much. POSIX only.
 */
export async function isGroupAlive(groupId: number): Promise<boolean> {
  if (!groupExists(groupId)) return false;
  if (process.platform !== 'linux') return true;
  if (runsIn(groupId, await readProcessStat(groupId))) return true;
  const entries = await readdir('/proc').catch(() => undefined);
  if (entries === undefined) return true;
  const stats = await Promise.all(entries.filter((name) => /^\d+$/.test(name)).map(readProcessStat));
  return stats.some((stat) => runsIn(groupId, stat));
}

function runsIn(groupId: number, stat: ProcessStat | undefined): boolean {
  return stat?.groupId === groupId && isRunning(stat);
}

function groupExists(groupId: number): boolean {
  try {
    process.kill(-groupId, 0);
    return true;
  } catch (error) {
    return systemCode(error) !== 'ESRCH';
  }
}
