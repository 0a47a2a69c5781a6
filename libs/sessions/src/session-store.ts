import type { SessionHandle } from '@coagent8/contracts';
import { removeFile } from '@coagent8/storage';

import { createAgentMarks } from './agent-marks.js';
import { settleDead, stepTurn } from './change-record.js';
import { sessionBusy } from './errors.js';
import { createHistoryArchives } from './history/history-archive.js';
import type { HistoryOptions } from './history/history-archive.js';
import { createHistoryWriter, NO_HISTORY } from './history/history-writer.js';
import type { HistoryWriter } from './history/history-writer.js';
import type { HistoryPage } from './history/page-history.js';
import { listSessions } from './list-sessions.js';
import type { ListOptions, SessionList } from './list-sessions.js';
import type { PersistenceStep } from './persistence-steps.js';
import { reconcileSessions } from './reconcile-sessions.js';
import type { ReconciliationReport } from './reconcile-sessions.js';
import { createRecordAccess } from './record-access.js';
import { findRecordFile, listRecordFiles, readRecordFile } from './record-files.js';
import { createResultFiles } from './result-files.js';
import { createServerPresence } from './server-presence.js';
import { resolveSessionHandle } from './session-handle.js';
import { recordPath } from './session-places.js';
import type { SessionPlaces } from './session-places.js';
import type { SessionRecord } from './session-record.js';
import { pageResult } from './stored-result.js';
import type { ResultPage } from './stored-result.js';
import { createTurnLeases } from './turn-leases.js';
import type { TurnLeases } from './turn-leases.js';

/** What sessions need. */
export interface SessionDependencies {
  readonly places: SessionPlaces;
  /** The time, in milliseconds since 1970. */
  readonly now: () => number;
  /** Whether what happens in turns is archived; `true` by default. Nothing else depends on it. */
  readonly isHistoryKept?: boolean;
  /** Told each step of persistence when it is done. For tests, which end the process there. */
  readonly passed?: (step: PersistenceStep) => void;
}

/** What closing a session takes along. */
export interface CloseOptions {
  readonly workspace: string;
  /** Whether the stored result and the archive go as well. */
  readonly deletesHistory: boolean;
}

/** Sessions of one data root, as one server sees them. Any number of servers may use it. */
export interface SessionStore {
  readonly leases: TurnLeases;
  /**
   * The record of a session of this workspace. A turn whose server is dead is shown as ended.
   *
   * @throws CoAgentError `SESSION_INVALID`, saying why not and what to do.
   */
  readonly read: (handle: SessionHandle, workspace: string) => Promise<SessionRecord>;
  /** A page of the sessions of a workspace, or of all. A file that cannot be used is named and hides no other. */
  readonly list: (options: ListOptions) => Promise<SessionList>;
  /**
   * The whole handle that a person abbreviated.
   *
   * @throws CoAgentError `SESSION_INVALID` as `resolveSessionHandle`.
   */
  readonly resolve: (text: string, workspace?: string) => SessionHandle;
  /**
   * A page of what the last turn that left anything has left.
   *
   * @throws CoAgentError `SESSION_INVALID`, `INPUT_LIMIT` or `HISTORY_ERROR` as `pageResult`.
   */
  readonly readResult: (handle: SessionHandle, workspace: string, cursor?: string) => Promise<ResultPage>;
  /** The writer to the archive of a turn that this server has begun. Where histories are not kept, it writes nothing. */
  readonly writeHistory: (record: SessionRecord) => HistoryWriter;
  /**
   * A page of what happened in a session.
   *
   * @throws CoAgentError `HISTORY_ERROR`, `SESSION_INVALID` or `INPUT_LIMIT` as `HistoryArchives.page`.
   */
  readonly readHistory: (handle: SessionHandle, options: HistoryOptions) => Promise<HistoryPage>;
  /**
   * Closes a session for good: it is never continued. A record that is damaged, or of an older version, is removed.
   *
   * @throws CoAgentError `SESSION_BUSY` while its turn is under way; `SESSION_INVALID` as `read`.
   */
  readonly close: (handle: SessionHandle, options: CloseOptions) => Promise<void>;
  /** Ends the turns of dead servers, and removes what is older than seven days. For the time after the start. */
  readonly reconcile: () => Promise<ReconciliationReport>;
  /** To be called when the server ends and no turn of its runs any more. */
  readonly end: () => void;
}

/** The sessions at `places`. Touches nothing until it is asked. */
export function createSessionStore({
  places,
  now,
  isHistoryKept = true,
  passed,
}: SessionDependencies): SessionStore {
  const access = createRecordAccess({ places, ...(passed && { passed }) });
  const presence = createServerPresence(places.locksDirectory);
  const results = createResultFiles(places, now);
  const marks = createAgentMarks(places);
  const leases = createTurnLeases({ access, presence, results, marks, now });
  const archives = createHistoryArchives({ places, now, isProtected });
  const parts = { places, access, presence, results, archives, marks, leases, now };

  return {
    leases,
    read: async (handle, workspace) => shown(await access.require(handle, workspace)),
    list: (options) => listSessions({ places, shown }, options),
    resolve: (text, workspace) =>
      resolveSessionHandle(
        text,
        listRecordFiles(places, workspace).map(({ handle }) => handle),
      ),
    readResult: async (handle, workspace, cursor) =>
      pageResult(await results.require(handle, workspace), cursor),
    writeHistory: (record) => (isHistoryKept ? createHistoryWriter({ archives, record, now }) : NO_HISTORY),
    readHistory: archives.page,
    close: async (handle, options) => {
      await access.alone(handle, 'close', () => closeSession(handle, options));
      if (options.deletesHistory) await archives.remove(handle);
    },
    reconcile: () => reconcileSessions(parts),
    end: presence.end,
  };

  async function shown(record: SessionRecord): Promise<SessionRecord> {
    if (record.owner === undefined || (await leases.isTurnAlive(record))) return record;
    const isAnswered = (await results.answeredToken(record.handle)) === record.turn.token;
    return settleDead(record, isAnswered ? 'answer' : 'interrupt');
  }

  /** Whether a turn of the session is under way, or nobody can tell. */
  async function isProtected(handle: SessionHandle): Promise<boolean> {
    const path = findRecordFile(places, handle);
    const reading = path === undefined ? undefined : await readRecordFile(path);
    return reading !== undefined && (!reading.ok || leases.isTurnAlive(reading.record));
  }

  async function closeSession(handle: SessionHandle, { workspace, deletesHistory }: CloseOptions) {
    const path = recordPath(places, workspace, handle);
    const reading = await readRecordFile(path);
    const isBeyondUse = reading?.ok === false && ['damaged', 'older'].includes(reading.fault);
    if (isBeyondUse) await removeFile(path);
    else await writeClosed(await access.require(handle, workspace));
    if (deletesHistory) await results.remove(handle);
  }

  async function writeClosed(record: SessionRecord) {
    if (record.state === 'closed') return;
    if (await leases.isTurnAlive(record)) throw sessionBusy(record.handle, record.turn.number);
    const at = new Date(now()).toISOString();
    await access.write(stepTurn(await shown(record), 'close', {}, at), 'close');
  }
}
