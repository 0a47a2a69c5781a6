import { CoAgentError } from '@coagent8/contracts';
import type { SessionHandle } from '@coagent8/contracts';
import { withExclusiveLock } from '@coagent8/storage';

import { foreignWorkspace, newerRecord, recordContended, unknownSession, unusableRecord } from './errors.js';
import type { PersistenceOperation, PersistenceStep } from './persistence-steps.js';
import { findRecordFile, readRecordFile, writeRecordFile } from './record-files.js';
import type { RecordReading } from './record-files.js';
import { recordLockPath, recordPath } from './session-places.js';
import type { SessionPlaces } from './session-places.js';
import type { SessionRecord } from './session-record.js';

/** How long to wait for another process that writes a record, in milliseconds: longer than one that is stuck for ten seconds. */
export const RECORD_WAIT_MS = 15_000;

/** What the access to records needs. */
export interface AccessDependencies {
  readonly places: SessionPlaces;
  /** Told each step when it is done. For tests, which end the process there. */
  readonly passed?: (step: PersistenceStep) => void;
}

/** Records, read and written one change at a time. */
export interface RecordAccess {
  /**
   * The record of a session of this workspace.
   *
   * @throws CoAgentError `SESSION_INVALID` where there is none, it is another workspace's, or it cannot be used.
   */
  readonly require: (handle: SessionHandle, workspace: string) => Promise<SessionRecord>;
  /**
   * The record of a turn as its owner last wrote it, or as somebody else did since. Where the file is damaged or gone, what
   * its owner remembers.
   *
   * @throws CoAgentError `SESSION_INVALID` where the file may be of use to others and not to this version.
   */
  readonly recall: (last: SessionRecord) => Promise<SessionRecord>;
  /**
   * Runs `action` while nobody else writes a record or a result of the session. Not reentrant.
   *
   * @throws what `action` throws; CoAgentError `SESSION_BUSY` where somebody else writes for too long.
   */
  readonly alone: <Result>(
    handle: SessionHandle,
    operation: PersistenceOperation,
    action: () => Promise<Result>,
  ) => Promise<Result>;
  /** Writes a record. Under `alone` only. */
  readonly write: (record: SessionRecord, operation: PersistenceOperation) => Promise<SessionRecord>;
  /** Tells that a step is done. */
  readonly passed: (step: PersistenceStep) => void;
}

/** The access to the records at `places`. */
export function createRecordAccess({ places, passed = () => undefined }: AccessDependencies): RecordAccess {
  return {
    require: (handle, workspace) => requireRecord(places, handle, workspace),
    recall: async (last) => {
      const path = recordPath(places, last.workspace, last.handle);
      const reading = await readRecordFile(path);
      return reading === undefined || (!reading.ok && reading.fault === 'damaged')
        ? last
        : usable(last.handle, path, reading);
    },
    alone: async (handle, operation, action) => {
      passed(`${operation}:asked`);
      const result = await withRecordLock(places, handle, () => {
        passed(`${operation}:locked`);
        return action();
      });
      passed(`${operation}:freed`);
      return result;
    },
    write: async (record, operation) => {
      await writeRecordFile(recordPath(places, record.workspace, record.handle), record);
      passed(`${operation}:written`);
      return record;
    },
    passed,
  };
}

async function withRecordLock<Result>(
  places: SessionPlaces,
  handle: SessionHandle,
  action: () => Promise<Result>,
): Promise<Result> {
  try {
    return await withExclusiveLock(recordLockPath(places, handle), action, { waitMs: RECORD_WAIT_MS });
  } catch (error) {
    const isContended = CoAgentError.is(error) && error.details?.['waitMs'] === RECORD_WAIT_MS;
    throw isContended ? recordContended(handle, RECORD_WAIT_MS, error) : error;
  }
}

async function requireRecord(
  places: SessionPlaces,
  handle: SessionHandle,
  workspace: string,
): Promise<SessionRecord> {
  const path = recordPath(places, workspace, handle);
  const reading = await readRecordFile(path);
  if (reading) return usable(handle, path, reading);
  const elsewhere = findRecordFile(places, handle);
  if (elsewhere === undefined) throw unknownSession(handle);
  const foreign = await readRecordFile(elsewhere);
  if (foreign === undefined) throw unknownSession(handle);
  throw foreignWorkspace(handle, usable(handle, elsewhere, foreign).workspace);
}

function usable(handle: SessionHandle, path: string, reading: RecordReading): SessionRecord {
  if (reading.ok) return reading.record;
  const fault = reading.fault === 'newer' ? newerRecord : unusableRecord;
  throw fault(handle, path, reading.message);
}
