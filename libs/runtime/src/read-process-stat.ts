import { readFile } from 'node:fs/promises';

/** What Linux tells about a process in `/proc/<pid>/stat`. */
export interface ProcessStat {
  /** One letter; see {@link isRunning}. */
  readonly state: string;
  readonly parentId: number;
  readonly groupId: number;
  /** How many threads it has left. */
  readonly threads: number;
}

/**
 * Whether a process runs. `Z` and `X` are dead, unless threads are left: the first of a process that is being killed is
 * a zombie while the others still hold its memory and its files.
 */
export function isRunning({ state, threads }: Pick<ProcessStat, 'state' | 'threads'>): boolean {
  return (state !== 'Z' && state !== 'X') || threads > 1;
}

/** Reads {@link ProcessStat}. `undefined` where there is no such process, no `/proc`, or no permission. */
export async function readProcessStat(processId: number | string): Promise<ProcessStat | undefined> {
  try {
    return parseProcessStat(await readFile(`/proc/${processId}/stat`, 'utf8'));
  } catch {
    return undefined;
  }
}

/** The text is `pid (name) state parent group …`, and the name may itself hold spaces and brackets. Threads are field 20. */
export function parseProcessStat(text: string): ProcessStat {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state = '', parentId, groupId] = fields;
  return { state, parentId: Number(parentId), groupId: Number(groupId), threads: Number(fields[17]) };
}
