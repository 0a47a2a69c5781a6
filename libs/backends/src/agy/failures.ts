import type { CoAgentError, ErrorCode, Failure } from '@coagent8/contracts';
import { failureOf } from '@coagent8/contracts';
import type { ProcessEnd } from '@coagent8/runtime';

import {
  agentTooOld,
  exited,
  keyRefused,
  ownLimitReached,
  rateLimited,
  signedOut,
  turnFailure,
} from './errors.js';
import { readAgyError } from './protocol.js';
import type { AgyError } from './protocol.js';
import { reachedLimit } from './quota.js';

/** Names of the model server's statuses. */
const STATUS_CAUSES: Readonly<Record<string, ErrorCode>> = {
  UNAUTHENTICATED: 'AUTH_REQUIRED',
  PERMISSION_DENIED: 'AUTH_REQUIRED',
  RESOURCE_EXHAUSTED: 'RATE_LIMITED',
  NOT_FOUND: 'MODEL_UNAVAILABLE',
};

/** Errors that come without a status: whole texts, or their fixed beginnings (1.1.21 to 1.2.16). */
const TEXT_CAUSES: readonly (readonly [RegExp, ErrorCode])[] = [
  [/^invalid model selection\b/, 'MODEL_UNAVAILABLE'],
  [/^Individual quota reached\b/, 'RATE_LIMITED'],
];

/** Where agy gives up on a sign-in, or on the network: it prints the same for both (1.2.16). */
const SIGNED_OUT = 'authentication failed or timed out';
/** A version below 1.1.28 says so at its own time limit; later ones print the second line and call it a success. */
const OWN_LIMIT = 'timeout waiting for response';
const OWN_LIMIT_LINE = /^\[agy\] print timeout after \S+ with turn in progress/m;

/** Go's words for a flag that a version lacks, and agy's own. */
const FLAG_UNKNOWN = /^(?:flag|flags) provided but not defined: (.+?)\r?$/m;

/** A model server's answer as agy quotes it. */
const QUOTED =
  /\bError (?<code>\d{3}), Message: (?<message>.*), Status: (?<status>\w*), Details: (?<details>.*)$/s;

/** What the details of an answer say of a key that is not accepted. */
const KEY_INVALID = /\breason:API_KEY_INVALID\b/;

/** The words of the Gemini API for input that is too long. */
const TOO_LONG = /^The input token count\b/;

/**
 * What `error` means, an error text of agy's. What agy tells in fields comes first, then what it quotes of the model
 * server's answer, then agy's own fixed texts.
 *
 * @param context - `agyError`: the fields, where there are any. `nowMs`: milliseconds since 1970.
 */
export function classifyError(
  error: string,
  { agyError, nowMs }: { readonly agyError?: AgyError | undefined; readonly nowMs: number },
): Failure {
  const quoted = QUOTED.exec(error)?.groups;
  const httpStatus = agyError?.error_code ?? (quoted ? Number(quoted['code']) : undefined);
  const statusName = agyError?.status ?? quoted?.['status'] ?? '';
  const message = quoted?.['message'] ?? error;
  const answerDetails = quoted?.['details'] ?? '';
  if (error === SIGNED_OUT) return failureOf(signedOut());
  if (error === OWN_LIMIT) return ownLimitReached();
  const code =
    causeOfStatus({ httpStatus, statusName, message, details: answerDetails }) ??
    TEXT_CAUSES.find(([pattern]) => pattern.test(error))?.[1] ??
    'PROCESS_ERROR';
  if (code === 'RATE_LIMITED') return rateLimited(message, reachedLimit(answerDetails, nowMs));
  const details = {
    ...(statusName === '' ? {} : { reason: statusName }),
    ...(httpStatus === undefined ? {} : { httpStatus }),
  };
  const isOfKey = code === 'AUTH_REQUIRED' && KEY_INVALID.test(answerDetails);
  return isOfKey ? keyRefused(message, details) : turnFailure(code, message, details);
}

function causeOfStatus(answer: {
  readonly httpStatus: number | undefined;
  readonly statusName: string;
  readonly message: string;
  readonly details: string;
}): ErrorCode | undefined {
  const { httpStatus = 0, statusName, message, details } = answer;
  if (httpStatus >= 500) return 'PROCESS_ERROR';
  if (KEY_INVALID.test(details)) return 'AUTH_REQUIRED';
  if (httpStatus === 401 || httpStatus === 403) return 'AUTH_REQUIRED';
  if (httpStatus === 404) return 'MODEL_UNAVAILABLE';
  if (httpStatus === 413 || TOO_LONG.test(message)) return 'INPUT_LIMIT';
  if (httpStatus === 429) return 'RATE_LIMITED';
  return Object.hasOwn(STATUS_CAUSES, statusName) ? STATUS_CAUSES[statusName] : undefined;
}

/** The cause that the diagnostics of a process tell, whatever it printed beside them; `undefined` where they tell none. */
export function diagnosedFailure(diagnostics: string, nowMs: number): Failure | undefined {
  const agyError = readAgyError(diagnostics);
  if (agyError) {
    const text = agyError.short_error ?? agyError.status ?? `error ${agyError.error_code ?? 'unknown'}`;
    return classifyError(text, { agyError, nowMs });
  }
  const flag = FLAG_UNKNOWN.exec(diagnostics)?.[1];
  if (flag !== undefined) return failureOf(agentTooOld(`it does not know ${flag}`));
  return ownLimitIn(diagnostics);
}

/** What the diagnostics tell of a time limit of agy's own, which it calls a success. */
export function ownLimitIn(diagnostics: string): Failure | undefined {
  return OWN_LIMIT_LINE.test(diagnostics) ? ownLimitReached() : undefined;
}

/** What it means that the process ended before its turn had. */
export function exitFailure(end: ProcessEnd): CoAgentError {
  const lines = end.diagnostics.split('\n');
  return lines.some((line) => line.trim() === `error: ${SIGNED_OUT}`) ? signedOut() : exited(end);
}
