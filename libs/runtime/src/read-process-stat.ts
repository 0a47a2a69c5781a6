import { readFile } from 'node:fs/promises';

/** What Linux tells about a process in `/proc/<pid>/stat`. */
export interface ProcessStat {
  /** One letter; `Z` and `X` are dead. */
  readonly state: string;
  readonly parentId: number;
  readonly groupId: number;
}

/** Reads {@link ProcessStat}. `undefined` where there is no such process, no `/proc`, or no permission. */
export async function readProcessStat(processId: number | string): Promise<ProcessStat | undefined> {
  try {
    return parseProcessStat(await readFile(`/proc/${processId}/stat`, 'utf8'));
  } catch {
    return undefined;
  }
}

/** The text is `pid (name) state parent group …`, and the name may itself hold spaces and brackets. */
export function parseProcessStat(text: string): ProcessStat {
  const [state = '', parentId, groupId] = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { state, parentId: Number(parentId), groupId: Number(groupId) };
}
