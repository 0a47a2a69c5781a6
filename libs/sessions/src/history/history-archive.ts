import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import type { SessionHandle } from '@coagent8/contracts';
import { appendLines, cutToLines, readPart, removeFile, withExclusiveLock } from '@coagent8/storage';

import {
  foreignWorkspace,
  historyFull,
  historyWithoutRoom,
  limitOutOfBounds,
  noHistory,
  unusableHistory,
} from '../errors.js';
import { isKept } from '../retention.js';
import { historyLinesPath, historyLockPath, historySnapshotPath } from '../session-places.js';
import type { SessionPlaces } from '../session-places.js';
import type { SessionRecord } from '../session-record.js';
import {
  HISTORY_SESSION_MAX_BYTES,
  HISTORY_TOTAL_MAX_BYTES,
  planEviction,
  reservedBytes,
} from './history-capacity.js';
import type { ArchiveSize } from './history-capacity.js';
import { readSnapshot, snapshotBytes, writeSnapshot } from './history-snapshot.js';
import type { HistorySnapshot } from './history-snapshot.js';
import {
  HISTORY_PAGE_DEFAULT_EVENTS,
  HISTORY_PAGE_MAX_BYTES,
  HISTORY_PAGE_MAX_EVENTS,
  pageHistory,
  parseHistoryCursor,
  requireRevision,
} from './page-history.js';
import type { HistoryPage } from './page-history.js';

/** How long to wait for others that make, mend or remove archives, in milliseconds. Either takes some ten. */
export const HISTORY_WAIT_MS = 5_000;

/** What archives need. */
export interface ArchiveDependencies {
  readonly places: SessionPlaces;
  /** The time, in milliseconds since 1970. */
  readonly now: () => number;
  /** Whether the archive of a session must stay, since a turn of it is under way or nobody can tell. */
  readonly isProtected: (handle: SessionHandle) => Promise<boolean>;
}

/** Where the one who writes to an archive stands. */
export interface ArchivePosition {
  /** Size of the file of lines, in bytes. */
  readonly size: number;
  /** Up to what size there is room that was reserved, in bytes. */
  readonly reserved: number;
}

/** Which page of a history is wanted. */
export interface HistoryOptions {
  readonly workspace: string;
  /** As the page before gave it; absent for the first. */
  readonly cursor?: string;
  /** How many lines at most, 1 to {@link HISTORY_PAGE_MAX_EVENTS}. */
  readonly limit?: number;
}

/** The archives in `history/`: two files each, one of lines that only grows and one that says whose it is. */
export interface HistoryArchives {
  /**
   * Appends lines to the archive of a turn under way. The first call of a turn makes the archive, or mends its torn end;
   * where room that was reserved is used up, more is reserved, and archives of sessions without a turn go for it.
   *
   * @param position - As the call before returned it; absent at the first of a turn, and after a failure.
   * @throws CoAgentError `HISTORY_ERROR` where there is no room, or a newer version owns the archive; `PROCESS_ERROR` where
   * the disk refuses or others hold the lock for too long. Nothing is written then.
   */
  readonly append: (
    record: SessionRecord,
    lines: string,
    position?: ArchivePosition,
  ) => Promise<ArchivePosition>;
  /** Cuts what a turn wrote behind `size` bytes. All cursors end with it. */
  readonly cut: (record: SessionRecord, size: number) => Promise<void>;
  /**
   * A page of what happened in a session of this workspace.
   *
   * @throws CoAgentError `HISTORY_ERROR` where none is kept, it cannot be read, or it changed since the cursor;
   * `SESSION_INVALID` where it is another workspace's; `INPUT_LIMIT` for a limit out of bounds or what is no cursor.
   */
  readonly page: (handle: SessionHandle, options: HistoryOptions) => Promise<HistoryPage>;
  /** Removes the archive of a session. */
  readonly remove: (handle: SessionHandle) => Promise<void>;
  /** Removes archives that were last written more than seven days ago. Returns how many. */
  readonly sweep: () => Promise<number>;
}

/** The archives at the places. */
export function createHistoryArchives({ places, now, isProtected }: ArchiveDependencies): HistoryArchives {
  const linesPath = (handle: SessionHandle) => historyLinesPath(places, handle);
  const alone = <Result>(action: () => Promise<Result>) =>
    withExclusiveLock(historyLockPath(places), action, { waitMs: HISTORY_WAIT_MS });

  const remove = async (handle: SessionHandle) => {
    await removeFile(linesPath(handle));
    await removeFile(historySnapshotPath(places, handle));
  };

  const makeRoom = async (handle: SessionHandle, bytes: number) => {
    const { excessBytes, candidates } = planEviction(archivesIn(places), { handle, bytes });
    let excess = excessBytes;
    for (const candidate of candidates) {
      if (excess <= 0) return;
      if (await isProtected(candidate.handle)) continue;
      await remove(candidate.handle);
      excess -= reservedBytes(candidate.bytes);
    }
    if (excess > 0) throw historyWithoutRoom(handle, HISTORY_TOTAL_MAX_BYTES);
  };

  /** Under the lock: makes or mends the archive, reserves room, and only then writes. */
  const appendAnew = async (record: SessionRecord, lines: string): Promise<ArchivePosition> => {
    const { handle } = record;
    const snapshot = await readSnapshot(places, handle);
    if (snapshot === 'newer') throw unusableHistory(handle, 'a newer CoAgent8 wrote it');
    const cut = await cutToLines(linesPath(handle));
    const size = cut?.after ?? 0;
    const wanted = size + Buffer.byteLength(lines);
    if (wanted > HISTORY_SESSION_MAX_BYTES) throw historyFull(handle, HISTORY_SESSION_MAX_BYTES);
    const isWhole = typeof snapshot === 'object' && size > 0 && cut?.after === cut?.before;
    const beside = snapshotBytes(record);
    await makeRoom(handle, wanted + beside);
    if (!isWhole) await writeSnapshot(places, record);
    const written = await appendLines(linesPath(handle), lines, { isMade: true, expectedBytes: size });
    if (written === undefined) throw unusableHistory(handle, 'somebody else writes to it');
    return { size: written, reserved: reservedBytes(wanted + beside) - beside };
  };

  return {
    append: async (record, lines, position) => {
      const isWithin = position && position.size + Buffer.byteLength(lines) <= position.reserved;
      if (isWithin && position.reserved <= HISTORY_SESSION_MAX_BYTES) {
        const options = { isMade: false, expectedBytes: position.size };
        const size = await appendLines(linesPath(record.handle), lines, options);
        if (size !== undefined) return { size, reserved: position.reserved };
      }
      return alone(() => appendAnew(record, lines));
    },
    cut: (record, size) =>
      alone(async () => {
        await cutToLines(linesPath(record.handle), size);
        await writeSnapshot(places, record);
      }),
    page: (handle, options) => readPage(places, handle, options),
    remove: (handle) => alone(() => remove(handle)),
    sweep: () =>
      alone(async () => {
        await removeLitter(places);
        const old = archivesIn(places).filter(({ writtenAtMs }) => !isKept(writtenAtMs, now()));
        let removed = 0;
        for (const { handle } of old) {
          if (await isProtected(handle)) continue;
          await remove(handle);
          removed++;
        }
        return removed;
      }),
  };
}

async function readPage(
  places: SessionPlaces,
  handle: SessionHandle,
  { workspace, cursor, limit = HISTORY_PAGE_DEFAULT_EVENTS }: HistoryOptions,
): Promise<HistoryPage> {
  if (!Number.isInteger(limit) || limit < 1 || limit > HISTORY_PAGE_MAX_EVENTS)
    throw limitOutOfBounds(limit, HISTORY_PAGE_MAX_EVENTS);
  const { id } = await requireSnapshot(places, handle, workspace);
  const at = cursor === undefined ? undefined : parseHistoryCursor(cursor);
  const offset = at?.offset ?? 0;
  const part = await readPart(historyLinesPath(places, handle), {
    offset,
    maxBytes: HISTORY_PAGE_MAX_BYTES,
  });
  if (part === undefined) throw noHistory(handle);
  const revision = { handle, id, size: part.size };
  if (at) requireRevision(at, revision);
  return pageHistory({ bytes: part.bytes, offset }, revision, limit);
}

async function requireSnapshot(
  places: SessionPlaces,
  handle: SessionHandle,
  workspace: string,
): Promise<HistorySnapshot> {
  const snapshot = await readSnapshot(places, handle);
  if (snapshot === 'none') throw noHistory(handle);
  if (snapshot === 'newer') throw unusableHistory(handle, 'a newer CoAgent8 wrote it');
  if (snapshot === 'damaged') throw unusableHistory(handle, 'the file that says whose it is is damaged');
  if (snapshot.workspace !== workspace) throw foreignWorkspace(handle, snapshot.workspace);
  return snapshot;
}

/** What killed writers of snapshots left behind: they are written under the lock alone. */
async function removeLitter({ historyDirectory }: SessionPlaces): Promise<void> {
  for (const name of namesIn(historyDirectory))
    if (/^ses_[0-9a-f]{32}\.json\.\d+$/.test(name)) await removeFile(join(historyDirectory, name));
}

/** All archives, with what killed writers left of some. */
function archivesIn({ historyDirectory }: SessionPlaces): readonly ArchiveSize[] {
  const archives = new Map<SessionHandle, ArchiveSize>();
  for (const name of namesIn(historyDirectory)) {
    const handle = /^(ses_[0-9a-f]{32})\.jsonl?(?:\.\d+)?$/.exec(name)?.[1] as SessionHandle | undefined;
    const about = handle && statSync(join(historyDirectory, name), { throwIfNoEntry: false });
    if (!about) continue;
    const known = archives.get(handle);
    archives.set(handle, {
      handle,
      bytes: (known?.bytes ?? 0) + about.size,
      writtenAtMs: Math.max(known?.writtenAtMs ?? 0, about.mtimeMs),
    });
  }
  return [...archives.values()];
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
