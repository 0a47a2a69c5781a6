import { z } from 'zod';

import { pageEnd } from '../page-text.js';

/** Longest text of one line, in characters; a longer one is cut into several that belong together. */
export const FRAGMENT_MAX_CHARACTERS = 8 * 1024;

/**
 * What an archive tells. `request`: what the caller asked. `message`: what the agent said. `operation`: the label of
 * something it did, never what came out of it. `superseded`: the messages of this turn so far are no answer any more.
 * `end`: how the turn ended. What the agent thinks has no kind.
 */
export const HISTORY_KINDS = ['request', 'message', 'operation', 'superseded', 'warning', 'end'] as const;
/** One of {@link HISTORY_KINDS}. */
export type HistoryKind = (typeof HISTORY_KINDS)[number];

/** Run-time truth of {@link HistoryEvent}. */
export const historyEventSchema = z.strictObject({
  /** When it was written, ISO 8601 in UTC. */
  at: z.iso.datetime(),
  /** Which turn of the session, from 1. */
  turn: z.int().min(1),
  /** Which thing of that turn, from 1. Neighbours with the same belong together, and their texts are one. */
  item: z.int().min(1),
  kind: z.enum(HISTORY_KINDS),
  /** Secured text. */
  text: z.string(),
});

/** One thing that happened in a session, or a part of one. */
export type HistoryEvent = z.infer<typeof historyEventSchema>;

/** The lines of an archive for an event: one, or several where its text is long. Cuts within no character. */
export function renderEvent(event: HistoryEvent): string {
  let lines = '';
  let start = 0;
  do {
    const end = pageEnd(event.text, start, FRAGMENT_MAX_CHARACTERS);
    lines += `${JSON.stringify({ ...event, text: event.text.slice(start, end) })}\n`;
    start = end;
  } while (start < event.text.length);
  return lines;
}

/** The event in a line of an archive; undefined where it holds none. Never throws. */
export function parseEvent(line: string): HistoryEvent | undefined {
  try {
    return historyEventSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/** The events with the parts of one thing put together, where they are neighbours. */
export function joinFragments(events: readonly HistoryEvent[]): readonly HistoryEvent[] {
  const joined: HistoryEvent[] = [];
  for (const event of events) {
    const last = joined.at(-1);
    const isSame = last?.turn === event.turn && last.item === event.item && last.kind === event.kind;
    if (last && isSame) joined[joined.length - 1] = { ...last, text: last.text + event.text };
    else joined.push(event);
  }
  return joined;
}
