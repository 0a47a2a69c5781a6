import { createHash } from 'node:crypto';
import { join } from 'node:path';

import type { SessionHandle } from '@coagent8/contracts';

/** Where sessions are kept. All paths are absolute; none of them has to exist. */
export interface SessionPlaces {
  /** Records, a folder for each workspace. */
  readonly sessionsDirectory: string;
  /** Stored results. */
  readonly resultsDirectory: string;
  /** Archives of what was said. */
  readonly historyDirectory: string;
  /** Locks: of records, and of the servers that run turns. */
  readonly locksDirectory: string;
}

const FILE_NAME = /^(ses_[0-9a-f]{32})\.json(\.\d+)?$/;

/** The folder of a workspace's records: listing them opens no others, and their number costs one look at each. */
export function recordsDirectory({ sessionsDirectory }: SessionPlaces, workspace: string): string {
  return join(sessionsDirectory, workspaceKey(workspace));
}

/** Name of the folder of a workspace: 16 hexadecimal digits of its path's SHA-256. */
export function workspaceKey(workspace: string): string {
  return createHash('sha256').update(workspace).digest('hex').slice(0, 16);
}

/** File of a record. */
export function recordPath(places: SessionPlaces, workspace: string, handle: SessionHandle): string {
  return join(recordsDirectory(places, workspace), `${handle}.json`);
}

/** File of a session's result. */
export function resultPath({ resultsDirectory }: SessionPlaces, handle: SessionHandle): string {
  return join(resultsDirectory, `${handle}.json`);
}

/** The lock under which a record and its result are written. 256 of them serve all: no lock file is ever removed. */
export function recordLockPath({ locksDirectory }: SessionPlaces, handle: SessionHandle): string {
  return join(locksDirectory, 'sessions', `${handle.slice(4, 6)}.lock`);
}

/** File of the events of a session's archive, a line each. */
export function historyLinesPath({ historyDirectory }: SessionPlaces, handle: SessionHandle): string {
  return join(historyDirectory, `${handle}.jsonl`);
}

/** File that says whose archive it is. */
export function historySnapshotPath({ historyDirectory }: SessionPlaces, handle: SessionHandle): string {
  return join(historyDirectory, `${handle}.json`);
}

/** The lock under which room for archives is given, and archives are made, mended and removed. */
export function historyLockPath({ locksDirectory }: SessionPlaces): string {
  return join(locksDirectory, 'history.lock');
}

/** What a file in a folder of records or results is: of which session, and whether a killed writer left it behind. */
export function parseFileName(
  name: string,
): { readonly handle: SessionHandle; readonly isLitter: boolean } | undefined {
  const [, handle, suffix] = FILE_NAME.exec(name) ?? [];
  return handle === undefined
    ? undefined
    : { handle: handle as SessionHandle, isLitter: suffix !== undefined };
}
