import { callApplyPatch, callShell } from './call-tool.js';
import type { ShellOptions } from './call-tool.js';
import { answer, reply } from './model-reply.js';
import type { ModelOutput, ModelReply } from './model-reply.js';
import type { ModelTurn } from './read-request.js';

/**
 * How the model behaves: a reply for each request of a turn. Pure.
 *
 * @param attempt - 1 for the first request of this step of this prompt, 2 for its first repetition, and so on.
 */
export type Scenario = (turn: ModelTurn, attempt: number) => ModelReply;

/** When the limits that the scenarios report are reset: 2100-01-01T00:00:00Z in seconds, fixed so that records repeat. */
export const RESETS_AT_SECONDS = 4_102_444_800;

/** Length of the answer of `long` where the prompt gives none, in characters. */
export const LONG_ANSWER_CHARACTERS = 2_000_000;

/** How long `long-command` asks its tool to wait, in milliseconds: longer than any test. */
const LONG_YIELD_MS = 30_000;

const CONTEXT_MESSAGE = 'Your input exceeds the context window of this model.';

/** Two windows of a subscription, as response headers. */
function limitHeaders(primaryPercent: number, secondaryPercent: number): Record<string, string> {
  return {
    'x-codex-primary-used-percent': String(primaryPercent),
    'x-codex-primary-window-minutes': '300',
    'x-codex-primary-reset-at': String(RESETS_AT_SECONDS),
    'x-codex-secondary-used-percent': String(secondaryPercent),
    'x-codex-secondary-window-minutes': '10080',
    'x-codex-secondary-reset-at': String(RESETS_AT_SECONDS),
  };
}

function error(
  status: number,
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
): Scenario {
  return () => ({ type: 'error', status, error: body, headers });
}

function failed(code: string, message: string): Scenario {
  return () => ({ type: 'stream', outputs: [], ending: { type: 'failed', code, message } });
}

/** Calls the tool first, then answers with what the tool said. */
function toolThenAnswer(call: (turn: ModelTurn) => ModelOutput, ...before: ModelOutput[]): Scenario {
  return (turn) =>
    turn.toolOutputs.length === 0
      ? reply(...before, call(turn))
      : reply(answer(`Tool said: ${(turn.toolOutputs.at(-1) ?? '').slice(0, 2000)}`));
}

function shell(fallback: string, options?: ShellOptions, ...before: ModelOutput[]): Scenario {
  return toolThenAnswer((turn) => callShell(turn, turn.argument ?? fallback, options), ...before);
}

const halfSentence: ModelOutput = { type: 'message', text: 'half a sentence', unfinished: true };
const cut = (output: ModelOutput): ModelReply => ({
  type: 'stream',
  outputs: [output],
  ending: { type: 'cut' },
});

/**
 * The scenarios that a prompt can pick with `SCENARIO=<name>`. `ARG="<JSON string>"` gives `shell`, `escalate` and
 * `long-command` their command, `long` its number of characters and `apply-patch` its patch.
 */
export const SCENARIOS = {
  answer: () => reply({ type: 'reasoning', summary: 'thinking' }, answer('Hello from the model.')),
  commentary: shell('ls', {}, { type: 'message', text: 'I look at the files first.', phase: 'commentary' }),
  'no-phase': () => reply({ type: 'message', text: 'An answer without a phase.' }),
  'two-messages': () =>
    reply({ type: 'message', text: 'First message.' }, { type: 'message', text: 'Second message.' }),
  empty: () => reply(),
  long: ({ argument }) => {
    const characters = Number(argument ?? LONG_ANSWER_CHARACTERS);
    return reply(answer('0123456789abcdef'.repeat(Math.ceil(characters / 16)).slice(0, characters)));
  },
  refusal: () => reply({ type: 'refusal', text: 'I cannot help with that.' }),

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

  hang: () => ({ type: 'stream', outputs: [], ending: { type: 'silent' } }),
  slow: () => ({ type: 'stream', outputs: [answer('word '.repeat(300))], paceMs: 100 }),
  cut: () => cut(answer('An answer before the cut.')),
  'cut-delta': () => cut(halfSentence),
  'cut-once': (_turn, attempt) => (attempt === 1 ? cut(halfSentence) : reply(answer('Recovered.'))),
  garbage: () => ({ type: 'raw', text: 'data: not json\n\n' }),
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
  'e429-usage': error(
    429,
    {
      type: 'usage_limit_reached',
      message: 'The usage limit has been reached',
      plan_type: 'plus',
      resets_at: RESETS_AT_SECONDS,
    },
    limitHeaders(100, 42),
  ),
  'e429-quota': error(429, {
    message: 'You exceeded your current quota.',
    type: 'insufficient_quota',
    code: 'insufficient_quota',
  }),
  e500: error(500, { message: 'Internal error.', type: 'server_error' }),
  e503: error(503, { message: 'Overloaded.', type: 'server_error', code: 'server_is_overloaded' }),

  'failed-context': failed('context_length_exceeded', CONTEXT_MESSAGE),
  'failed-quota': failed('insufficient_quota', 'You exceeded your current quota.'),
  'failed-rate': failed('rate_limit_exceeded', 'Rate limit reached. Please try again in 0.2s.'),
  'failed-overload': failed('server_is_overloaded', 'Overloaded.'),
  'failed-cyber': failed('cyber_policy', 'Flagged.'),
} as const satisfies Readonly<Record<string, Scenario>>;

/** A name that a prompt can pick. */
export type ScenarioName = keyof typeof SCENARIOS;

/** The scenario called `name`, or nothing. */
export function scenarioNamed(name: string): Scenario | undefined {
  const byName: Readonly<Record<string, Scenario>> = SCENARIOS;
  return Object.hasOwn(byName, name) ? byName[name] : undefined;
}
