import type { CoAgentError, ErrorCode, Failure } from '@coagent8/contracts';
import type { ProcessEnd } from '@coagent8/runtime';

import { isoTime } from '../iso-time.js';
import type { TurnProgress } from './conversation.js';
import {
  answerTooLong,
  exited,
  flagUnknown,
  keyRefused,
  managedServers,
  managedSettingsBroken,
  rateLimited,
  refusedByModel,
  retryTooLate,
  roundsUsedUp,
  turnFailure,
} from './errors.js';
import { TURN_ROUNDS_MAX } from './profile.js';
import type { ApiRetry, RateLimit, TurnResult } from './known-events.js';
import { reachedLimit } from './quota.js';

/** What is known of a failed turn beside its result. */
export interface FailureContext extends TurnProgress {
  /** `error` of the last message that Claude Code wrote in the model's place. */
  readonly messageError?: string | undefined;
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
  const { messageError, refusal, isBroken, isToolOpen, rateLimit } = context;
  if (result.subtype === 'error_max_turns') return roundsUsedUp(message, TURN_ROUNDS_MAX);
  if (messageError === 'max_output_tokens') return answerTooLong(message);
  /** Neither a status nor a name of its own, nor a tool that could have failed: what the server sent made no sense. */
  const isUnreadable = status === undefined && messageError === 'unknown' && !isToolOpen;
  if (result.stop_reason === 'refusal' || refusal !== undefined)
    return refusedByModel(refusal || 'safety filter', message);
  const code =
    causeOfStatus(status) ??
    (messageError !== undefined && Object.hasOwn(CAUSES, messageError) ? CAUSES[messageError] : undefined) ??
    (TOO_LONG.includes(result.terminal_reason ?? '') || TOO_LONG_MESSAGE.test(message)
      ? 'INPUT_LIMIT'
      : undefined) ??
    (isBroken || isUnreadable ? 'PROTOCOL_ERROR' : 'PROCESS_ERROR');
  if (code === 'RATE_LIMITED') return rateLimited(message, reachedLimit(rateLimit));
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

/**
 * The longest that Claude Code waits of its own accord before it asks again, in milliseconds: 32 s and a quarter of that. What is
 * longer is what the server asked for (2.1.332).
 */
export const OWN_WAIT_MAX_MS = 40_000;

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
    return keyRefused(details);
  }
  if (waitMs <= RETRY_WAIT_MAX_MS) return undefined;
  if (status !== 429 && error !== 'rate_limit') return retryTooLate(waitMs, status);
  const isOfServer = retry_delay_ms > OWN_WAIT_MAX_MS;
  return rateLimited('the rate limit is reached', {
    resetsAt: isOfServer ? isoTime(now() + retry_delay_ms) : undefined,
  });
}

/** Printed at start, with exit code 1, by a version that lacks a flag (all of 2.1). */
const FLAG_UNKNOWN = /^error: unknown option '(--[\w-]+)'/m;
/** Printed at start, with exit code 1, on a machine whose administrator prescribes servers (2.1.248 to 2.1.332). */
const SERVERS_PRESCRIBED = /^You cannot use --strict-mcp-config when an enterprise MCP config is present/m;
/** Printed at start, with exit code 1, where a file of the machine's administrator is no JSON (2.1.332). */
const MANAGED_BROKEN = /^(.+): Managed settings document could not be parsed\b/m;

/** What it means that the process ended while a turn or a question was open. */
export function exitFailure(end: ProcessEnd): CoAgentError {
  const diagnostics = end.exitCode === 1 ? end.diagnostics : '';
  const flag = FLAG_UNKNOWN.exec(diagnostics)?.[1];
  if (flag !== undefined) return flagUnknown(flag);
  if (SERVERS_PRESCRIBED.test(diagnostics)) return managedServers();
  const file = MANAGED_BROKEN.exec(diagnostics)?.[1];
  return file === undefined ? exited(end) : managedSettingsBroken(file);
}
