import { backendIdSchema, failureSchema, sessionHandleSchema } from '@coagent8/contracts';
import { z } from 'zod';

import { notACursor, resultChanged } from './errors.js';
import { pageEnd, pageStarts } from './page-text.js';

/** Version of what a stored result says. */
export const RESULT_VERSION = 1;
/** Longest text that is stored, in characters; what is longer is cut and marked. */
export const RESULT_MAX_CHARACTERS = 1024 * 1024;
/** Size of the largest file of a result, in bytes: what JSON makes of the longest text, and room for the rest. */
export const RESULT_MAX_BYTES = 6 * RESULT_MAX_CHARACTERS + 256 * 1024;
/** Longest page of a result, in characters. */
export const RESULT_PAGE_MAX_CHARACTERS = 40_000;

/** Run-time truth of {@link StoredResult}. */
export const storedResultSchema = z.strictObject({
  schemaVersion: z.literal(RESULT_VERSION),
  handle: sessionHandleSchema,
  workspace: z.string().min(1),
  backend: backendIdSchema,
  turn: z.int().min(1),
  token: z.string().regex(/^[0-9a-f]{32}$/),
  /** When it was stored, ISO 8601 in UTC. */
  storedAt: z.iso.datetime(),
  /** Whether the turn ended before the agent had finished. */
  isPartial: z.boolean(),
  /** Whether the text was cut at a bound. */
  isTruncated: z.boolean(),
  /** How the turn failed, secured; absent where it did not. */
  failure: failureSchema.optional(),
  /** What the agent said, secured. */
  text: z.string().max(RESULT_MAX_CHARACTERS),
});

/** What is kept of a turn so that it can be fetched later, by whomever. */
export type StoredResult = z.infer<typeof storedResultSchema>;

/** A page of a result. */
export interface ResultPage extends Omit<StoredResult, 'schemaVersion' | 'token'> {
  /** Position of the page in the whole text, in characters. */
  readonly offset: number;
  /** Length of the whole text, in characters. */
  readonly totalCharacters: number;
  /** Where the next page begins; absent on the last. */
  readonly nextCursor?: string;
}

/**
 * One page of a result. Pages are the same for everybody, so that they can be read from several places.
 *
 * @param cursor - As the page before gave it; absent for the first.
 * @throws CoAgentError `INPUT_LIMIT` if it is no cursor; `HISTORY_ERROR` if it is of an earlier result.
 */
export function pageResult(result: StoredResult, cursor?: string): ResultPage {
  const { schemaVersion, token, text, ...facts } = result;
  const offset = cursor === undefined ? 0 : offsetOf(result, cursor);
  const end = pageEnd(text, offset, RESULT_PAGE_MAX_CHARACTERS);
  return {
    ...facts,
    text: text.slice(offset, end),
    offset,
    totalCharacters: text.length,
    ...(end < text.length ? { nextCursor: `${token}-${end}` } : {}),
  };
}

function offsetOf({ handle, token, text }: StoredResult, cursor: string): number {
  const [, of, digits] = /^([0-9a-f]{32})-([1-9]\d{0,8})$/.exec(cursor) ?? [];
  if (of === undefined) throw notACursor(cursor, 'a result');
  if (of !== token) throw resultChanged(handle);
  const offset = Number(digits);
  if (!pageStarts(text, RESULT_PAGE_MAX_CHARACTERS).includes(offset)) throw notACursor(cursor, 'a result');
  return offset;
}
