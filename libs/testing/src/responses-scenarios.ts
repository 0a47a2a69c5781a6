import { callApplyPatch, callShell } from './call-tool.js';
import type { ShellOptions } from './call-tool.js';
import { answer, reply } from './model-reply.js';
import type { ModelOutput } from './model-reply.js';
import { NEUTRAL_SCENARIOS, error, failed, RESETS_AT_SECONDS, toolThenAnswer } from './scenarios.js';
import type { Scenario } from './scenarios.js';

/** How long `long-command` asks its tool to wait, in milliseconds: longer than any test. */
const LONG_YIELD_MS = 30_000;

const rateLimited = failed('rate_limit_exceeded', 'Rate limit reached. Please try again in 0.2s.');
const CONTEXT_MESSAGE = 'Your input exceeds the context window of this model.';

/** Two windows of a limit, as response headers. `limit`: of the one that is for everything, or another's name. */
function limitHeaders(
  primaryPercent: number,
  secondaryPercent: number,
  limit = 'codex',
): Record<string, string> {
  return {
    [`x-${limit}-primary-used-percent`]: String(primaryPercent),
    [`x-${limit}-primary-window-minutes`]: '300',
    [`x-${limit}-primary-reset-at`]: String(RESETS_AT_SECONDS),
    [`x-${limit}-secondary-used-percent`]: String(secondaryPercent),
    [`x-${limit}-secondary-window-minutes`]: '10080',
    [`x-${limit}-secondary-reset-at`]: String(RESETS_AT_SECONDS),
  };
}

/** A subscription that is used up; `headers` tell which limit of it. */
function usedUp(headers: Readonly<Record<string, string>>): Scenario {
  const body = {
    type: 'usage_limit_reached',
    message: 'The usage limit has been reached',
    plan_type: 'plus',
    resets_at: RESETS_AT_SECONDS,
  };
  return error(429, body, headers);
}

function shell(fallback: string, options?: ShellOptions, ...before: ModelOutput[]): Scenario {
  return toolThenAnswer((turn) => callShell(turn, turn.argument ?? fallback, options), ...before);
}

/**
 * The scenarios that a prompt can pick with `SCENARIO=<name>`. `ARG="<JSON string>"` gives `shell`, `escalate` and
 * `long-command` their command, `long` its number of characters and `apply-patch` its patch.
 */
export const SCENARIOS = {
  ...NEUTRAL_SCENARIOS,
  commentary: shell('ls', {}, { type: 'message', text: 'I look at the files first.', phase: 'commentary' }),
  'no-phase': () => reply({ type: 'message', text: 'An answer without a phase.' }),

  shell: shell('ls'),
  escalate: shell('echo hi > escalated.txt', {
    sandbox_permissions: 'require_escalated',
    justification: 'to write',
  }),
  'long-command': shell('sleep 30', { yield_time_ms: LONG_YIELD_MS }),
  'big-output': shell('head -c 3000000 /dev/zero | tr "\\0" x; echo end'),
  'apply-patch': toolThenAnswer((turn) =>
    callApplyPatch(
      turn,
      turn.argument ?? '*** Begin Patch\n*** Add File: patched.txt\n+hello\n*** End Patch\n',
    ),
  ),

  incomplete: () => ({
    type: 'stream',
    outputs: [answer('An answer that is cut by the token limit')],
    ending: { type: 'incomplete', reason: 'max_output_tokens' },
  }),
  limits: () => ({
    type: 'stream',
    outputs: [answer('With limit headers.')],
    headers: limitHeaders(37.5, 12),
  }),

  e400: error(400, {
    message: 'Unsupported value.',
    type: 'invalid_request_error',
    code: 'unsupported_value',
  }),
  'e400-context': error(400, {
    message: CONTEXT_MESSAGE,
    type: 'invalid_request_error',
    code: 'context_length_exceeded',
  }),
  e401: error(401, {
    message: 'Incorrect API key provided.',
    type: 'invalid_request_error',
    code: 'invalid_api_key',
  }),
  e403: error(403, { message: 'Forbidden.', type: 'forbidden', code: 'forbidden' }),
  e404: error(404, { message: 'No such model.', type: 'invalid_request_error', code: 'model_not_found' }),
  e429: error(429, { message: 'Rate limit reached.', type: 'requests', code: 'rate_limit_exceeded' }),
  'e429-usage': usedUp(limitHeaders(100, 42)),
  'e429-model': usedUp({
    'x-codex-active-limit': 'codex_swift',
    'x-codex-swift-limit-name': 'Swift 4.2',
    ...limitHeaders(100, 42, 'codex-swift'),
    ...limitHeaders(5, 6),
  }),
  'rate-once': (turn, attempt) => (attempt === 1 ? rateLimited(turn, attempt) : reply(answer('Recovered.'))),
  'e429-quota': error(429, {
    message: 'You exceeded your current quota.',
    type: 'insufficient_quota',
    code: 'insufficient_quota',
  }),
  e500: error(500, { message: 'Internal error.', type: 'server_error' }),
  e503: error(503, { message: 'Overloaded.', type: 'server_error', code: 'server_is_overloaded' }),

  'failed-context': failed('context_length_exceeded', CONTEXT_MESSAGE),
  'failed-quota': failed('insufficient_quota', 'You exceeded your current quota.'),
  'failed-rate': rateLimited,
  'failed-overload': failed('server_is_overloaded', 'Overloaded.'),
  'failed-cyber': failed('cyber_policy', 'Flagged.'),
} as const satisfies Readonly<Record<string, Scenario>>;

/** A name that a prompt can pick. */
export type ScenarioName = keyof typeof SCENARIOS;
