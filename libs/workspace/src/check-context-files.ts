import { realpath, stat } from 'node:fs/promises';
import { join, parse, sep } from 'node:path';

import { CONTEXT_FILES_MAX } from '@coagent8/contracts';

import { isWithin, problemOf } from './canonical-path.js';
import { contextFileRefused, tooManyContextFiles } from './errors.js';

/**
 * Checks the names of files and folders that a caller wants the agent to look at. They are named to the agent and not
 * read here. Returns them normalised, with forward slashes, in order and without repetitions.
 *
 * @param workspacePath - Canonical path of the workspace.
 * @param names - Names relative to the workspace; at most `CONTEXT_FILES_MAX`.
 * @throws CoAgentError `INPUT_LIMIT` naming the first entry that is empty, absolute, holds `..` or a control character,
 * is missing, is neither a file nor a folder, or leads out of the workspace by a link.
 */
export async function checkContextFiles(workspacePath: string, names: readonly string[]): Promise<string[]> {
  if (names.length > CONTEXT_FILES_MAX) throw tooManyContextFiles(names.length, CONTEXT_FILES_MAX);
  const checked = new Set<string>();
  for (const name of names) checked.add(await checkName(workspacePath, name));
  return [...checked];
}

async function checkName(workspacePath: string, name: string): Promise<string> {
  const problem = problemInName(name);
  if (problem !== undefined) throw contextFileRefused(name, problem);
  const parts = partsOf(name).filter((part) => part !== '' && part !== '.');
  const fault = await problemOnDisk(workspacePath, join(workspacePath, ...parts));
  if (fault !== undefined) throw contextFileRefused(name, fault);
  return parts.join('/') || '.';
}

/** U+2028 and U+2029 end a line for some readers; the names are put into a prompt one on a line. */
function problemInName(name: string): string | undefined {
  if (name === '') return 'is empty';
  if (/[\p{Cc}\u2028\u2029]/u.test(name)) return 'holds a control character or line break';
  if (parse(name).root !== '') return 'is not relative to the workspace';
  if (partsOf(name).includes('..')) return 'holds ".."';
  return undefined;
}

async function problemOnDisk(workspacePath: string, path: string): Promise<string | undefined> {
  try {
    const canonical = await realpath(path);
    if (!isWithin(workspacePath, canonical)) return 'leads out of the workspace by a symbolic link';
    const found = await stat(canonical);
    return found.isFile() || found.isDirectory() ? undefined : 'is neither a file nor a folder';
  } catch (error) {
    const problem = problemOf(error);
    return problem === 'missing' ? 'does not exist in the workspace' : `cannot be read (${problem})`;
  }
}

function partsOf(name: string): readonly string[] {
  return name.split(sep === '\\' ? /[\\/]/ : '/');
}
