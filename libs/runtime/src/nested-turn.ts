import { readFile } from 'node:fs/promises';

import type { Environment } from '@coagent8/contracts';

import { readProcessStat } from './read-process-stat.js';

/** Set, to anything, in the environment of every agent that we start. */
export const NESTED_TURN_VARIABLE = 'COAGENT8_NESTED_TURN';
/** How many ancestors {@link isNestedTurn} looks at. */
export const ANCESTORS_MAX = 64;

/** The second spelling is accepted, never set. */
const SPELLINGS = [NESTED_TURN_VARIABLE, 'coagent8_NESTED_TURN'];

/**
 * Whether we were started by an agent that CoAgent8 itself started, so that a turn would call a turn. The mark is
 * looked for in our own environment and, on Linux, in that of our ancestors: Codex 0.171 filters the environment of
 * the MCP servers it starts, and still carries the mark itself. An ancestor that cannot be read counts as unmarked.
 *
 * For refusing only: what an ancestor is called or carries never decides whom to end.
 */
export async function isNestedTurn({ variables, platform }: Environment): Promise<boolean> {
  if (SPELLINGS.some((name) => Boolean(variables[name]))) return true;
  if (platform !== 'linux') return false;
  let ancestor: number | undefined = process.ppid;
  for (let depth = 0; depth < ANCESTORS_MAX && ancestor !== undefined && ancestor > 0; depth += 1) {
    if (await isMarked(ancestor)) return true;
    ancestor = (await readProcessStat(ancestor))?.parentId;
  }
  return false;
}

async function isMarked(processId: number): Promise<boolean> {
  const environment = await readFile(`/proc/${processId}/environ`, 'utf8').catch(() => '');
  return environment
    .split('\0')
    .some((entry) =>
      SPELLINGS.some((name) => entry.startsWith(`${name}=`) && entry.length > name.length + 1),
    );
}
