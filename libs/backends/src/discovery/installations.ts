import type { BackendId } from '@coagent8/contracts';
import { findOnPath } from '@coagent8/runtime';

import type { Executable, ExecutableSource, LocateRequest } from '../backend.js';
import { untrustedFolders } from '../untrusted-folders.js';
import { nativeBinary } from './native-binary.js';
import { AGENTS, extensionCandidates, officialCandidates } from './places.js';
import { whyUnusable } from './usable.js';

/** Places that are searched, in the order in which the first hit wins. */
export const SEARCHED_SOURCES = ['path', 'extension', 'official'] as const;
/** One of {@link SEARCHED_SOURCES}. */
export type SearchedSource = Extract<ExecutableSource, (typeof SEARCHED_SOURCES)[number]>;

/** The usable executables of one source, best first. Starts nothing and never scans the disk. */
export async function findInSource(
  id: BackendId,
  source: SearchedSource,
  { environment, workspacePath }: LocateRequest,
): Promise<Executable[]> {
  const names = AGENTS[id];
  const found: Executable[] = [];
  for (const hit of await candidates()) {
    if ((await whyUnusable(hit)) === undefined)
      found.push({ path: await nativeBinary(id, hit, environment.platform), source });
  }
  return found;

  async function candidates(): Promise<readonly string[]> {
    if (source === 'extension') return extensionCandidates(names, environment);
    if (source === 'official') return officialCandidates(names, environment);
    const path = environment.variables['PATH'] ?? environment.variables['Path'] ?? '';
    return findOnPath(names.command, { path, exclude: await untrustedFolders(workspacePath, environment) });
  }
}
