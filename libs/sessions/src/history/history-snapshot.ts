import { backendIdSchema, sessionHandleSchema } from '@coagent8/contracts';
import type { SessionHandle } from '@coagent8/contracts';
import { readJsonFile, writeAtomic } from '@coagent8/storage';
import { z } from 'zod';

import { randomHex } from '../session-handle.js';
import { historySnapshotPath } from '../session-places.js';
import type { SessionPlaces } from '../session-places.js';
import { WORKSPACE_MAX_CHARACTERS } from '../session-record.js';
import type { SessionRecord } from '../session-record.js';

/** Version of what an archive says. */
export const HISTORY_VERSION = 1;
/** Size of the largest snapshot, in bytes: what JSON makes of the longest path, and room for the rest. */
export const SNAPSHOT_MAX_BYTES = 32 * 1024;

/** Run-time truth of {@link HistorySnapshot}. */
export const historySnapshotSchema = z.strictObject({
  schemaVersion: z.literal(HISTORY_VERSION),
  /** Drawn anew whenever the archive was changed otherwise than by appending: cursors of before then lead nowhere. */
  id: z.string().regex(/^[0-9a-f]{32}$/),
  handle: sessionHandleSchema,
  workspace: z.string().min(1).max(WORKSPACE_MAX_CHARACTERS),
  backend: backendIdSchema,
});

/** Whose archive it is, and which; the events are in the file of lines beside it. */
export type HistorySnapshot = z.infer<typeof historySnapshotSchema>;

/** A snapshot, or why its file holds none. */
export type SnapshotReading = HistorySnapshot | 'none' | 'damaged' | 'newer';

/**
 * The snapshot of a session's archive.
 *
 * @throws CoAgentError `PROCESS_ERROR` where the disk refuses.
 */
export async function readSnapshot(places: SessionPlaces, handle: SessionHandle): Promise<SnapshotReading> {
  const reading = await readJsonFile(historySnapshotPath(places, handle), z.unknown(), {
    maxBytes: SNAPSHOT_MAX_BYTES,
  });
  if (reading === undefined) return 'none';
  if (!reading.ok) return 'damaged';
  const { data } = historySnapshotSchema.safeParse(reading.value);
  if (data?.handle === handle) return data;
  const version = z.object({ schemaVersion: z.int() }).safeParse(reading.value).data?.schemaVersion;
  return version !== undefined && version > HISTORY_VERSION ? 'newer' : 'damaged';
}

/** Whose archive is meant. */
export type ArchiveOwner = Pick<SessionRecord, 'handle' | 'workspace' | 'backend'>;

/** The size of an owner's snapshot, in bytes: the same for each id. */
export function snapshotBytes(owner: ArchiveOwner): number {
  return Buffer.byteLength(renderSnapshot(snapshotOf(owner)));
}

/**
 * Writes a snapshot with a new id in one step.
 *
 * @throws CoAgentError `PROCESS_ERROR` as `writeAtomic`.
 */
export async function writeSnapshot(places: SessionPlaces, owner: ArchiveOwner): Promise<void> {
  await writeAtomic(historySnapshotPath(places, owner.handle), renderSnapshot(snapshotOf(owner)));
}

function snapshotOf({ handle, workspace, backend }: ArchiveOwner): HistorySnapshot {
  return { schemaVersion: HISTORY_VERSION, id: randomHex(), handle, workspace, backend };
}

function renderSnapshot(snapshot: HistorySnapshot): string {
  return `${JSON.stringify(snapshot)}\n`;
}
