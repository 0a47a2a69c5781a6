import type { Failure, SessionHandle } from '@coagent8/contracts';
import { secureRecord, secureText } from '@coagent8/security';
import { readJsonFile, removeFile, writeAtomic } from '@coagent8/storage';

import { foreignWorkspace, noResult, unusableResult } from './errors.js';
import { pageEnd } from './page-text.js';
import { isKept } from './retention.js';
import { resultPath } from './session-places.js';
import type { SessionPlaces } from './session-places.js';
import type { SessionRecord } from './session-record.js';
import {
  RESULT_MAX_BYTES,
  RESULT_MAX_CHARACTERS,
  RESULT_VERSION,
  storedResultSchema,
} from './stored-result.js';
import type { StoredResult } from './stored-result.js';

/** What a turn leaves to be fetched. */
export interface TurnResult {
  readonly text: string;
  /** Whether the turn ended before the agent had finished. */
  readonly isPartial: boolean;
  /** Whether the text was cut at a bound. */
  readonly isTruncated: boolean;
  readonly failure?: Failure;
}

/** The results in `results/`, the last turn's of each session. */
export interface ResultFiles {
  /**
   * Stores the result of a record's turn in place of the one before, secured. Under the session's lock only.
   *
   * @throws CoAgentError `PROCESS_ERROR` as `writeAtomic`; what was there stays.
   */
  readonly write: (record: SessionRecord, result: TurnResult) => Promise<StoredResult>;
  /**
   * The stored result of a session of this workspace.
   *
   * @throws CoAgentError `SESSION_INVALID` where there is none, it is older than seven days, another workspace's, or
   * not usable.
   */
  readonly require: (handle: SessionHandle, workspace: string) => Promise<StoredResult>;
  /** Token of the turn whose whole answer is stored; undefined where there is none, or it cannot be read. Never rejects. */
  readonly answeredToken: (handle: SessionHandle) => Promise<string | undefined>;
  /** Removes it. Under the session's lock only. */
  readonly remove: (handle: SessionHandle) => Promise<boolean>;
}

/** The results at `places`. */
export function createResultFiles(places: SessionPlaces, now: () => number): ResultFiles {
  const read = (handle: SessionHandle) =>
    readJsonFile(resultPath(places, handle), storedResultSchema, { maxBytes: RESULT_MAX_BYTES });
  return {
    write: async (record, result) => {
      const stored = await toStore(record, result, now());
      await writeAtomic(resultPath(places, record.handle), `${JSON.stringify(stored)}\n`);
      return stored;
    },
    require: async (handle, workspace) => {
      const reading = await read(handle);
      if (reading === undefined) throw noResult(handle);
      if (!reading.ok) throw unusableResult(handle, resultPath(places, handle), 'it is damaged');
      const { value } = reading;
      if (value.workspace !== workspace) throw foreignWorkspace(handle, value.workspace);
      if (!isKept(value.storedAt, now())) throw noResult(handle);
      return value;
    },
    answeredToken: async (handle) => {
      const reading = await read(handle).catch(() => undefined);
      if (!reading?.ok) return undefined;
      const { token, isPartial, failure } = reading.value;
      return isPartial || failure ? undefined : token;
    },
    remove: (handle) => removeFile(resultPath(places, handle)),
  };
}

async function toStore(
  { handle, workspace, backend, turn }: SessionRecord,
  { text, isPartial, isTruncated, failure }: TurnResult,
  nowMs: number,
): Promise<StoredResult> {
  const secured = await secureText(text);
  const end = pageEnd(secured, 0, RESULT_MAX_CHARACTERS);
  return {
    schemaVersion: RESULT_VERSION,
    handle,
    workspace,
    backend,
    turn: turn.number,
    token: turn.token,
    storedAt: new Date(nowMs).toISOString(),
    isPartial,
    isTruncated: isTruncated || end < secured.length,
    ...(failure === undefined ? {} : { failure: await secureRecord(failure, secureText) }),
    text: secured.slice(0, end),
  };
}
