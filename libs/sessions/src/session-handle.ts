import { randomBytes } from 'node:crypto';

import { SESSION_HANDLE_DIGITS, SESSION_HANDLE_PREFIX, sessionHandleSchema } from '@coagent8/contracts';
import type { SessionHandle } from '@coagent8/contracts';

import { ambiguousHandle, noSuchAbbreviation, notAHandle } from './errors.js';

/** The fewest digits that stand for a handle. */
export const ABBREVIATION_MIN_DIGITS = 4;

/** A handle that nobody can guess: 128 random bits. */
export function createSessionHandle(): SessionHandle {
  return `${SESSION_HANDLE_PREFIX}${randomHex()}`;
}

/** 128 random bits, as 32 hexadecimal digits. */
export function randomHex(): string {
  return randomBytes(SESSION_HANDLE_DIGITS / 2).toString('hex');
}

/**
 * The handle that `text` is: nothing is trimmed, completed or put in lower case.
 *
 * @throws CoAgentError `SESSION_INVALID` if it is none.
 */
export function parseSessionHandle(text: string): SessionHandle {
  const { data } = sessionHandleSchema.safeParse(text);
  if (data === undefined) throw notAHandle(text);
  return data;
}

/**
 * The one of `handles` that a person meant: a whole handle, or its beginning, with or without `ses_`, in any case, of at
 * least {@link ABBREVIATION_MIN_DIGITS} digits.
 *
 * @throws CoAgentError `SESSION_INVALID` if it is no such beginning, or that of none or of several.
 */
export function resolveSessionHandle(text: string, handles: readonly SessionHandle[]): SessionHandle {
  const digits = text.toLowerCase().replace(/^ses_/, '');
  const isBeginning = /^[0-9a-f]+$/.test(digits) && digits.length <= SESSION_HANDLE_DIGITS;
  if (!isBeginning || digits.length < ABBREVIATION_MIN_DIGITS) throw notAHandle(text);
  const meant = handles.filter((handle) => handle.startsWith(SESSION_HANDLE_PREFIX + digits));
  const [handle, ...others] = new Set(meant);
  if (handle === undefined) throw noSuchAbbreviation(digits);
  if (others.length > 0) throw ambiguousHandle(digits, others.length + 1);
  return handle;
}
