import type { CoAgentError, ErrorCode, Failure } from '@coagent8/contracts';
import type { ProcessEnd } from '@coagent8/runtime';

import {
  answerTooLong,
  endedEarly,
  exitedWith,
  flagUnknown,
  rateLimited,
  refusedByModel,
  retryTooLate,
  roundsUsedUp,
  turnFailure,
} from './errors.js';
import { TURN_ROUNDS_MAX } from './profile.js';
import type { ApiRetry, RateLimit, TurnResult } from './protocol.js';
import { resetTime } from './quota.js';

/** What is known of a failed turn beside its result. */
export interface FailureContext {
  /** `error` of the last message that Claude Code wrote in the model's place. */
  readonly messageError?: string | undefined;
  /** Whether the last answer of the model broke off in the middle. */
  readonly isBroken: boolean;
  /** Category of a refusal by the model's safety filter; empty where it names none. */
  readonly refusal?: string | undefined;
  readonly rateLimit?: RateLimit | undefined;
}

/** `error` of a message (types of the Agent SDK 0.3.332). What says nothing by itself is left out. */
const CAUSES: Readonly<Record<string, ErrorCode>> = {
  authentication_failed: 'AUTH_REQUIRED',
  oauth_org_not_allowed: 'AUTH_REQUIRED',
  account_on_hold: 'AUTH_REQUIRED',
  verification_required: 'AUTH_REQUIRED',
  cloud_credential_error: 'AUTH_REQUIRED',
  billing_error: 'RATE_LIMITED',
  rate_limit: 'RATE_LIMITED',
  model_not_found: 'MODEL_UNAVAILABLE',
  overloaded: 'PROCESS_ERROR',
  context_window: 'INPUT_LIMIT',
};

/** `terminal_reason` where nothing else tells: the conversation does not fit into the model. */
const TOO_LONG = ['blocking_limit', 'prompt_too_long', 'rapid_refill_breaker'];
/** The fixed beginning of what Claude Code says then. */
const TOO_LONG_MESSAGE = /^Prompt is too long\b/;

/** What a turn whose result is an error failed of. Structured fields first, then that the stream broke off. */
export function classifyResult(result: TurnResult, context: FailureContext): Failure {
  const message = result.result || result.errors?.join('; ') || `the turn ended with ${result.subtype}`;
  const status = result.api_error_status ?? undefined;
  const { messageError, refusal, isBroken, rateLimit } = context;
  if (result.subtype === 'error_max_turns') return roundsUsedUp(message, TURN_ROUNDS_MAX);
  if (messageError === 'max_output_tokens') return answerTooLong(message);
  /** Neither a status nor a name of its own: what the server sent could not be read. */
  const isUnreadable = status === undefined && messageError === 'unknown';
  if (result.stop_reason === 'refusal' || refusal !== undefined)
    return refusedByModel(refusal || 'safety filter', message);
  const code =
    causeOfStatus(status) ??
    (messageError !== undefined && Object.hasOwn(CAUSES, messageError) ? CAUSES[messageError] : undefined) ??
    (TOO_LONG.includes(result.terminal_reason ?? '') || TOO_LONG_MESSAGE.test(message)
      ? 'INPUT_LIMIT'
      : undefined) ??
    (isBroken || isUnreadable ? 'PROTOCOL_ERROR' : 'PROCESS_ERROR');
  if (code === 'RATE_LIMITED') return rateLimited(message, resetTime(rateLimit));
  return turnFailure(code, message, {
    reason: messageError ?? result.subtype,
    ...(status === undefined ? {} : { httpStatus: status }),
  });
}

function causeOfStatus(status: number | undefined): ErrorCode | undefined {
  if (status === undefined) return undefined;
  if (status === 401 || status === 403) return 'AUTH_REQUIRED';
  if (status === 404) return 'MODEL_UNAVAILABLE';
  if (status === 413) return 'INPUT_LIMIT';
  if (status === 402 || status === 429) return 'RATE_LIMITED';
  return status >= 500 ? 'PROCESS_ERROR' : undefined;
}

/**
 * How long a turn may wait for the model server in all, from one answer to the next, in milliseconds. Claude Code itself
 * does as the server says, up to a minute each time (2.1.248 to 2.1.332).
 */
export const RETRY_WAIT_MAX_MS = 30_000;

/** What a retry is judged by, beside what it says. */
export interface RetryContext {
  /** Whether a key signs in: asking again with it is of no use. A login may be renewed in between. */
  readonly hasKey: boolean;
  /** How long the turn waits with this retry and those before it, in milliseconds. */
  readonly waitMs: number;
  /** Wall clock, in milliseconds since 1970. */
  readonly now: () => number;
}

/** The failure that a retry is, where waiting for it is of no use or takes longer than anyone should wait. */
export function failureOfRetry(
  { error, error_status, retry_delay_ms }: ApiRetry,
  { hasKey, waitMs, now }: RetryContext,
): Failure | undefined {
  const status = error_status ?? undefined;
  if (error === 'authentication_failed' && hasKey) {
    const details = { reason: error, ...(status === undefined ? {} : { httpStatus: status }) };
    return turnFailure('AUTH_REQUIRED', 'the key was not accepted', details);
  }
  if (waitMs <= RETRY_WAIT_MAX_MS) return undefined;
  return status === 429 || error === 'rate_limit'
    ? rateLimited('the rate limit is reached', new Date(now() + retry_delay_ms).toISOString())
    : retryTooLate(waitMs, status);
}

/** How many lines of diagnostics are shown. */
const DIAGNOSTIC_LINES = 3;
/** Longest part of the diagnostics that is shown, in characters. */
const DIAGNOSTIC_CHARACTERS = 500;

/** What it means that the process ended while a turn or a question was open. */
export function exitFailure({ exitCode, signal, diagnostics }: ProcessEnd): CoAgentError {
  const flag = exitCode === 1 ? /^error: unknown option '(--[\w-]+)'/m.exec(diagnostics)?.[1] : undefined;
  if (flag !== undefined) return flagUnknown(flag);
  const summary = summarize(diagnostics);
  if (exitCode === 0) return endedEarly('ended', summary);
  return exitedWith(
    exitCode === null ? `was ended by ${signal ?? 'the system'}` : `exited with code ${exitCode}`,
    summary,
  );
}

function summarize(diagnostics: string): string {
  const lines = diagnostics.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(-DIAGNOSTIC_LINES).join('\n').slice(-DIAGNOSTIC_CHARACTERS);
}
