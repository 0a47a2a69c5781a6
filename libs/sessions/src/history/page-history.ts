import type { SessionHandle } from '@coagent8/contracts';

import { historyChanged, notACursor } from '../errors.js';
import { joinFragments, parseEvent } from './history-event.js';
import type { HistoryEvent } from './history-event.js';

/** Most lines of an archive on one page. */
export const HISTORY_PAGE_MAX_EVENTS = 100;
/** Lines on a page where none is said. */
export const HISTORY_PAGE_DEFAULT_EVENTS = 50;
/** Most bytes of an archive on one page. */
export const HISTORY_PAGE_MAX_BYTES = 240 * 1024;

/** A page of what happened in a session, in its order. */
export interface HistoryPage {
  /** A text may go on, under the same turn and item, on the next page. */
  readonly events: readonly HistoryEvent[];
  /** How many lines of the page hold no event: somebody else wrote or harmed them. */
  readonly damagedLines: number;
  /** Size of the whole archive, in bytes. */
  readonly totalBytes: number;
  /** Where the next page begins; absent on the last. */
  readonly nextCursor?: string;
}

/** Which state of an archive a cursor belongs to. */
export interface HistoryRevision {
  readonly handle: SessionHandle;
  readonly id: string;
  /** Size of the archive, in bytes. */
  readonly size: number;
}

/** The bytes of an archive from where a page begins: {@link HISTORY_PAGE_MAX_BYTES}, or as many as there are. */
export interface HistoryWindow {
  readonly bytes: Buffer;
  readonly offset: number;
}

/** What a cursor says. */
export interface HistoryCursor extends Omit<HistoryRevision, 'handle'> {
  /** Where its page begins, in bytes. */
  readonly offset: number;
}

/**
 * What a cursor says; whether it still holds is seen when its page has been read.
 *
 * @throws CoAgentError `INPUT_LIMIT` if it is none.
 */
export function parseHistoryCursor(text: string): HistoryCursor {
  const [, id, size, offset] = /^([0-9a-f]{32})-(\d{1,9})-(\d{1,9})$/.exec(text) ?? [];
  if (id === undefined) throw notACursor(text, 'a history');
  return { id, size: Number(size), offset: Number(offset) };
}

/** @throws CoAgentError `HISTORY_ERROR`, `HISTORY_CHANGED`, if something was written since the cursor was given. */
export function requireRevision(cursor: HistoryCursor, { handle, id, size }: HistoryRevision): void {
  if (cursor.id !== id || cursor.size !== size) throw historyChanged(handle);
}

/** The page in a window. A line that is longer than a page, and an end that is no whole line, hold no event. Pure. */
export function pageHistory(
  { bytes: window, offset }: HistoryWindow,
  { id, size }: HistoryRevision,
  limit: number,
): HistoryPage {
  const events: HistoryEvent[] = [];
  let damagedLines = 0;
  let from = 0;
  for (let lines = 0; lines < limit; lines++) {
    const end = window.indexOf('\n', from);
    if (end < 0) break;
    const event = parseEvent(window.toString('utf8', from, end));
    if (event) events.push(event);
    else damagedLines++;
    from = end + 1;
  }
  const isTooLong = from === 0 && window.length === HISTORY_PAGE_MAX_BYTES;
  if (isTooLong) [damagedLines, from] = [damagedLines + 1, window.length];
  const hasMore = from > 0 && (window.includes('\n', from) || offset + window.length < size);
  return {
    events: joinFragments(events),
    damagedLines,
    totalBytes: size,
    ...(hasMore ? { nextCursor: `${id}-${size}-${offset + from}` } : {}),
  };
}
