import { limitOutOfBounds, notACursor } from './errors.js';
import { byTimeThenHandle, listRecordFiles, readRecordFile } from './record-files.js';
import type { SessionFile } from './record-files.js';
import { parseFileName } from './session-places.js';
import type { SessionPlaces } from './session-places.js';
import type { SessionRecord } from './session-record.js';

/** Most sessions on one page of a list. */
export const LIST_LIMIT_MAX = 100;
/** Sessions on a page where none is said. */
export const LIST_LIMIT_DEFAULT = 50;

/** Which sessions are wanted. */
export interface ListOptions {
  /** Those of this workspace; absent: of all. */
  readonly workspace?: string;
  /** How many at most, 1 to {@link LIST_LIMIT_MAX}. */
  readonly limit?: number;
  /** As the page before gave it; absent for the first. */
  readonly cursor?: string;
}

/** A file that should hold a record and does not, and why as a sentence part. */
export interface UnusableFile {
  readonly path: string;
  readonly problem: string;
}

/** A page of sessions, the one that changed last first. */
export interface SessionList {
  readonly sessions: readonly SessionRecord[];
  /** What is on the page and cannot be used. */
  readonly unusable: readonly UnusableFile[];
  /** Number of all records, this page's and the others'. */
  readonly total: number;
  /** Where the next page begins; absent on the last. */
  readonly nextCursor?: string;
}

/** What a list needs. */
export interface ListDependencies {
  readonly places: SessionPlaces;
  /** The record as it is to be shown. */
  readonly shown: (record: SessionRecord) => Promise<SessionRecord>;
}

/**
 * One page of sessions. Opens the files of that page alone; the others cost one look at the folder.
 *
 * @throws CoAgentError `INPUT_LIMIT` for a limit out of bounds, or what is no cursor.
 */
export async function listSessions(
  { places, shown }: ListDependencies,
  { workspace, limit = LIST_LIMIT_DEFAULT, cursor }: ListOptions,
): Promise<SessionList> {
  if (!Number.isInteger(limit) || limit < 1 || limit > LIST_LIMIT_MAX)
    throw limitOutOfBounds(limit, LIST_LIMIT_MAX);
  const files = listRecordFiles(places, workspace).filter(({ isLitter }) => !isLitter);
  const rest = cursor === undefined ? files : filesAfter(files, cursor);
  const page = rest.slice(0, limit);
  const readings = await Promise.all(
    page.map(async ({ path }) => ({ path, reading: await readRecordFile(path) })),
  );
  const records = readings.flatMap(({ reading }) => (reading?.ok ? [reading.record] : []));
  const last = page.at(-1);
  return {
    sessions: await Promise.all(records.map(shown)),
    unusable: readings.flatMap(({ path, reading }) =>
      reading?.ok === false ? [{ path, problem: reading.message }] : [],
    ),
    total: files.length,
    ...(last && rest.length > page.length ? { nextCursor: cursorOf(last) } : {}),
  };
}

function cursorOf({ writtenAtMs, handle }: SessionFile): string {
  return `${writtenAtMs}-${handle}`;
}

function filesAfter(files: readonly SessionFile[], cursor: string): readonly SessionFile[] {
  const [, time, name] = /^(\d{1,15}(?:\.\d{1,9})?)-(\w+)$/.exec(cursor) ?? [];
  const parsed = parseFileName(`${name}.json`);
  if (time === undefined || parsed === undefined) throw notACursor(cursor, 'the list of sessions');
  const at: SessionFile = { ...parsed, path: '', writtenAtMs: Number(time) };
  return files.filter((file) => byTimeThenHandle(at, file) < 0);
}
