import type { CoAgentError, ErrorCode, Failure } from '@coagent8/contracts';
import type { ProcessEnd } from '@coagent8/runtime';
import { z } from 'zod';

import {
  agentTooOld,
  exited,
  keyMissing,
  profileRefused,
  promptTooLong,
  rateLimited,
  refusedByModel,
  requestRefused,
  signInRefused,
  turnFailure,
} from './errors.js';
import { reachedLimit } from './quota.js';
import type { RateLimits, RpcError, TurnError } from './protocol.js';

/** What is known of a failed turn beside the error itself. */
export interface FailureContext {
  /** HTTP status of the last retry notice of the attempt that failed. */
  readonly retryStatus?: number | undefined;
  readonly rateLimits?: RateLimits | undefined;
}

/** A cause, before it is worded. `stream`: the model's output broke off. */
type Cause = ErrorCode | 'stream' | 'refusal';

/** `codexErrorInfo` as a name (schemas 0.150 to 0.171). `other` and unknown names are looked into further. */
const CAUSES: Readonly<Record<string, Cause>> = {
  contextWindowExceeded: 'INPUT_LIMIT',
  usageLimitExceeded: 'RATE_LIMITED',
  rateLimitExceeded: 'RATE_LIMITED',
  sessionBudgetExceeded: 'RATE_LIMITED',
  modelNotFound: 'MODEL_UNAVAILABLE',
  unauthorized: 'AUTH_REQUIRED',
  serverOverloaded: 'PROCESS_ERROR',
  internalServerError: 'PROCESS_ERROR',
  flexUnavailable: 'PROCESS_ERROR',
  policyCapacityUnavailable: 'PROCESS_ERROR',
  sandboxError: 'SANDBOX_UNAVAILABLE',
  tooManyDenials: 'SANDBOX_UNAVAILABLE',
  cyberPolicy: 'refusal',
  bioPolicy: 'refusal',
  misalignmentPolicyViolation: 'refusal',
  inferenceHookDenied: 'refusal',
};

/** `codexErrorInfo` as an object without an HTTP status. */
const CAUSES_WITHOUT_STATUS: Readonly<Record<string, Cause>> = {
  responseStreamDisconnected: 'stream',
  httpConnectionFailed: 'PROCESS_ERROR',
  responseStreamConnectionFailed: 'PROCESS_ERROR',
  responseTooManyFailedAttempts: 'PROCESS_ERROR',
};

/**
 * What names a limit of the account that is used up: as `codexErrorInfo` (0.150 to 0.171), and as the API's code in a body that
 * Codex quotes. Other limits are over in a moment, whatever the windows say: one that is used up may have credits behind it.
 */
const USED_UP: ReadonlySet<string> = new Set([
  'usageLimitExceeded',
  'usage_limit_reached',
  'insufficient_quota',
]);

/** Codes of the Responses API, as Codex quotes them below 0.169 and for what it has no name for. */
const API_CAUSES: Readonly<Record<string, Cause>> = {
  context_length_exceeded: 'INPUT_LIMIT',
  model_not_found: 'MODEL_UNAVAILABLE',
  invalid_api_key: 'AUTH_REQUIRED',
  insufficient_quota: 'RATE_LIMITED',
  rate_limit_exceeded: 'RATE_LIMITED',
  usage_limit_reached: 'RATE_LIMITED',
  server_is_overloaded: 'PROCESS_ERROR',
  cyber_policy: 'refusal',
};

/** Said at the first request of a turn on a provider of the user's own (0.150 to 0.171). */
const MISSING_KEY = /^Missing environment variable: `([^`]+)`\.$/;

/**
 * Whole messages, or their fixed beginnings, of errors for which Codex has no name (0.150 to 0.171). 0.171 takes a
 * content filter for a broken stream: it asks again as often as it may, and says so before it names the filter.
 */
const MESSAGE_CAUSES: readonly (readonly [RegExp, Cause])[] = [
  [
    /^(?:stream disconnected before completion: )?Incomplete response returned, reason: content_filter$/,
    'refusal',
  ],
  [/^stream disconnected before completion: /, 'stream'],
  [/^Incomplete response returned, reason: /, 'stream'],
  [MISSING_KEY, 'AUTH_REQUIRED'],
];

const apiErrorSchema = z.object({
  error: z.object({ message: z.string().nullish(), code: z.string().nullish(), type: z.string().nullish() }),
});

/**
 * What a turn that ended `failed` failed of. Structured fields first: the name, the HTTP status in it, the status of
 * the last retry, the code in the JSON body that Codex quotes; then Codex's own fixed messages.
 */
export function classifyTurnError(error: TurnError, { retryStatus, rateLimits }: FailureContext): Failure {
  const { name, status } = readInfo(error.codexErrorInfo);
  const quoted = readQuotedBody(error.message);
  const message = quoted?.message ?? error.message;
  const named = lookUp(CAUSES, name);
  const namedWithoutStatus = lookUp(CAUSES_WITHOUT_STATUS, name);
  const httpStatus = status ?? ((named ?? namedWithoutStatus) ? undefined : retryStatus);
  const cause =
    named ??
    causeOfStatus(httpStatus) ??
    quoted?.cause ??
    namedWithoutStatus ??
    MESSAGE_CAUSES.find(([pattern]) => pattern.test(error.message))?.[1] ??
    'PROCESS_ERROR';
  if (cause === 'refusal')
    return refusedByModel(name === 'other' ? (quoted?.code ?? 'content filter') : name, message);
  if (cause === 'RATE_LIMITED') {
    const isUsedUp = USED_UP.has(name === 'other' ? (quoted?.code ?? '') : name);
    return rateLimited(message, isUsedUp ? reachedLimit(rateLimits) : {});
  }
  const details = { reason: name, ...(httpStatus === undefined ? {} : { httpStatus }) };
  const key = cause === 'AUTH_REQUIRED' ? MISSING_KEY.exec(error.message)?.[1] : undefined;
  if (key !== undefined) return keyMissing(key, message, details);
  return turnFailure(cause === 'stream' ? 'PROTOCOL_ERROR' : cause, message, details);
}

/** The HTTP status in `codexErrorInfo`, where there is one. */
export function statusOf(info: TurnError['codexErrorInfo']): number | undefined {
  return readInfo(info).status;
}

/** A name from outside must not find what every object has. */
function lookUp(table: Readonly<Record<string, Cause>>, name: string): Cause | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function readInfo(info: TurnError['codexErrorInfo']): { name: string; status?: number } {
  if (typeof info === 'string') return { name: info };
  const [name, value] = Object.entries(info ?? {})[0] ?? ['other', undefined];
  const status = z.object({ httpStatusCode: z.number() }).safeParse(value).data?.httpStatusCode;
  return status === undefined ? { name } : { name, status };
}

function causeOfStatus(status: number | undefined): Cause | undefined {
  if (status === undefined) return undefined;
  if (status === 401 || status === 403) return 'AUTH_REQUIRED';
  if (status === 404) return 'MODEL_UNAVAILABLE';
  if (status === 413) return 'INPUT_LIMIT';
  if (status === 429) return 'RATE_LIMITED';
  return status >= 500 ? 'PROCESS_ERROR' : undefined;
}

/** A message can be the JSON body of the API's answer, word for word. */
function readQuotedBody(text: string): { message?: string; code?: string; cause?: Cause } | undefined {
  const { error } = apiErrorSchema.safeParse(jsonOf(text)).data ?? {};
  if (!error) return undefined;
  const code = error.code ?? error.type ?? undefined;
  const cause = lookUp(API_CAUSES, error.code ?? '') ?? lookUp(API_CAUSES, error.type ?? '');
  return {
    ...(error.message ? { message: error.message } : {}),
    ...(code === undefined ? {} : { code }),
    ...(cause === undefined ? {} : { cause }),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const inputTooLargeSchema = z.object({
  input_error_code: z.literal('input_too_large'),
  max_chars: z.number(),
  actual_chars: z.number(),
});

/** What it means that Codex refused a request of ours. An unknown method is a variant that its parser does not know. */
export function refusalFailure(method: string, { message, data }: RpcError): CoAgentError {
  const tooLarge = inputTooLargeSchema.safeParse(data).data;
  if (tooLarge) return promptTooLong(tooLarge.max_chars, tooLarge.actual_chars);
  if (message.startsWith(`Invalid request: unknown variant \`${method}\``))
    return agentTooOld(`it has no ${method}`);
  if (message.startsWith('failed to load configuration')) return profileRefused(message);
  return requestRefused(method, message);
}

/** Accounts without limits of their own to tell: none at all, as with a provider of the user's, and a key (0.150 to 0.171). */
const WITHOUT_LIMITS: readonly (readonly [RegExp, string])[] = [
  [/^codex account authentication required\b/, 'nobody is signed in to Codex with ChatGPT'],
  [/^chatgpt authentication required\b/, 'Codex tells limits of a ChatGPT sign-in only, not of a key'],
];
/** What became of Codex's own request, before it quotes the answer, in which the account's address may be (0.171). */
const UNFETCHED = /^failed to fetch codex rate limits: \S+ \S+ failed: (\d{3})\b/;

/**
 * What it means that Codex refused to tell the limits of the account. Nothing of its words is repeated: it quotes what
 * it was answered.
 *
 * @returns Why there is nothing to tell.
 * @throws CoAgentError `AUTH_REQUIRED` where the sign-in is not accepted; `CLI_UNSUPPORTED`; else `PROCESS_ERROR`.
 */
export function judgeQuotaRefusal(method: string, error: RpcError): string {
  const { message } = error;
  const reason = WITHOUT_LIMITS.find(([pattern]) => pattern.test(message))?.[1];
  if (reason !== undefined) return reason;
  if (message.startsWith(`Invalid request: unknown variant \`${method}\``))
    throw refusalFailure(method, error);
  const status = Number(UNFETCHED.exec(message)?.[1] ?? NaN);
  if (causeOfStatus(status) === 'AUTH_REQUIRED') throw signInRefused(status);
  const ofServer = Number.isNaN(status) ? '' : ` (HTTP status ${status})`;
  throw requestRefused(method, `it could not fetch the limits${ofServer}`);
}

/**
 * Printed at start, with exit code 1, by versions to which `agents.enabled` is the name of an agent (up to 0.144;
 * measured with 0.125 and 0.144.6).
 */
const AGENTS_UNKNOWN = /^Error: .*invalid type: boolean `false`, expected struct AgentRoleToml$/m;

/** What it means that the process ended while a turn or a question was open. */
export function exitFailure(end: ProcessEnd): CoAgentError {
  if (end.exitCode === 1 && AGENTS_UNKNOWN.test(end.diagnostics))
    return agentTooOld('it cannot switch its agents off');
  return exited(end);
}
