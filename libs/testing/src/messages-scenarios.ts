import { answer, reply } from './model-reply.js';
import type { ModelOutput } from './model-reply.js';
import { error, failed, NEUTRAL_SCENARIOS, RESETS_AT_SECONDS, toolThenAnswer } from './scenarios.js';
import type { Scenario } from './scenarios.js';

/** Headers of a subscription whose five hours are used up to this part of 1. `claim`: the limit that it is about. */
function limitHeaders(
  status: 'allowed_warning' | 'rejected',
  used: number,
  claim = 'five_hour',
): Record<string, string> {
  const fields = {
    status,
    reset: RESETS_AT_SECONDS,
    'representative-claim': claim,
    '5h-status': status,
    '5h-utilization': used,
    '5h-reset': RESETS_AT_SECONDS,
    '5h-surpassed-threshold': 0.9,
    '7d-utilization': 0.42,
    '7d-reset': RESETS_AT_SECONDS,
  };
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [`anthropic-ratelimit-unified-${name}`, String(value)]),
  );
}

const rateLimited = error(429, { type: 'rate_limit_error', message: 'Rate limit reached.' });
const USED_UP = {
  type: 'rate_limit_error',
  message: 'This request would exceed your account’s rate limit.',
} as const;

/** Calls a tool of Claude Code with what `input` makes of the argument. */
function tool(
  name: string,
  input: (argument: string) => Record<string, unknown>,
  fallback: string,
): Scenario {
  return toolThenAnswer(({ argument = fallback }) => call(name, input(argument)));
}

function call(name: string, callArguments: Record<string, unknown>): ModelOutput {
  return { type: 'function-call', name, callArguments };
}

const bash = (fallback: string) =>
  tool('Bash', (command) => ({ command, description: 'Run a command' }), fallback);

/**
 * The scenarios that a prompt can pick with `SCENARIO=<name>`. `ARG="<JSON string>"` gives `bash`, `shell` and
 * `long-command` their command, `read` and `write` their file, `glob` and `grep` their pattern, `long` its number of
 * characters. Names as Claude Code 2.1.332 has its tools.
 */
export const MESSAGES_SCENARIOS = {
  ...NEUTRAL_SCENARIOS,
  thinking: () => reply({ type: 'reasoning', summary: 'I consider the question first.' }, answer('Thought.')),

  read: tool('Read', (path) => ({ file_path: path }), 'README.md'),
  glob: tool('Glob', (pattern) => ({ pattern }), '**/*'),
  grep: tool('Grep', (pattern) => ({ pattern, output_mode: 'content' }), '.'),
  write: tool('Write', (path) => ({ file_path: path, content: 'written\n' }), 'written.txt'),
  bash: bash('ls'),
  shell: bash('ls'),
  'long-command': bash('sleep 30'),
  'unknown-tool': toolThenAnswer(() => call('NoSuchTool', {})),
  'bad-tool-input': toolThenAnswer(() => ({
    type: 'custom-call',
    name: 'Read',
    input: '{"file_path": ',
  })),

  incomplete: () => ({
    type: 'stream',
    outputs: [answer('An answer that is cut by the token limit')],
    ending: { type: 'incomplete', reason: 'max_tokens' },
  }),
  limits: () => ({
    type: 'stream',
    outputs: [answer('With limit headers.')],
    headers: limitHeaders('allowed_warning', 0.93),
  }),

  e400: error(400, { type: 'invalid_request_error', message: 'Unsupported value.' }),
  'e400-context': error(400, {
    type: 'invalid_request_error',
    message: 'prompt is too long: 200001 tokens > 200000 maximum',
  }),
  e401: error(401, { type: 'authentication_error', message: 'invalid x-api-key' }),
  e403: error(403, { type: 'permission_error', message: 'Forbidden.' }),
  e404: error(404, { type: 'not_found_error', message: 'model: no-such-model' }),
  e413: error(413, { type: 'request_too_large', message: 'Request exceeds the maximum size' }),
  e429: rateLimited,
  'e429-usage': error(429, USED_UP, limitHeaders('rejected', 1)),
  'e429-model': error(429, USED_UP, limitHeaders('rejected', 0.3, 'seven_day_opus')),
  'rate-once': (turn, attempt) => (attempt === 1 ? rateLimited(turn, attempt) : reply(answer('Recovered.'))),
  e500: error(500, { type: 'api_error', message: 'Internal error.' }),
  e503: error(503, { type: 'api_error', message: 'Unavailable.' }),
  e529: error(529, { type: 'overloaded_error', message: 'Overloaded' }),

  'failed-overload': failed('overloaded_error', 'Overloaded'),
} as const satisfies Readonly<Record<string, Scenario>>;

/** A name that a prompt can pick. */
export type MessagesScenarioName = keyof typeof MESSAGES_SCENARIOS;
