import { answer, reply } from './model-reply.js';
import type { ModelOutput, ModelReply } from './model-reply.js';
import type { ModelTurn } from './model-turn.js';

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

/** How long `late` says nothing where the prompt gives no time, in milliseconds. */
const LATE_MS = 60_000;

/** How much of a tool's answer the model repeats, in characters. */
const REPEATED_CHARACTERS = 2000;

/** Answers each request with this HTTP error. */
export function error(
  status: number,
  body: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): Scenario {
  return () => ({ type: 'error', status, error: body, headers });
}

/** Fails after the reply has begun. */
export function failed(code: string, message: string): Scenario {
  return () => ({ type: 'stream', outputs: [], ending: { type: 'failed', code, message } });
}

/** Says `before` and calls the tool, then answers with what the tool said. */
export function toolThenAnswer(
  call: (turn: ModelTurn) => ModelOutput,
  ...before: readonly ModelOutput[]
): Scenario {
  return (turn) =>
    turn.toolOutputs.length === 0
      ? reply(...before, call(turn))
      : reply(answer(`Tool said: ${(turn.toolOutputs.at(-1) ?? '').slice(0, REPEATED_CHARACTERS)}`));
}

const halfSentence: ModelOutput = { type: 'message', text: 'half a sentence', unfinished: true };
const cut = (output: ModelOutput): ModelReply => ({
  type: 'stream',
  outputs: [output],
  ending: { type: 'cut' },
});

/**
 * The scenarios that mean the same to every vendor's model. `ARG` gives `say` its words, `long` its number of characters,
 * `late` how long it says nothing, in milliseconds, and `slow` its number of words, of which it says about 24 a second.
 */
export const NEUTRAL_SCENARIOS = {
  answer: () => reply({ type: 'reasoning', summary: 'thinking' }, answer('Hello from the model.')),
  say: ({ argument = '' }) => reply(answer(argument)),
  'two-messages': () =>
    reply({ type: 'message', text: 'First message.' }, { type: 'message', text: 'Second message.' }),
  empty: () => reply(),
  long: ({ argument }) => {
    const characters = Number(argument ?? LONG_ANSWER_CHARACTERS);
    return reply(answer('0123456789abcdef'.repeat(Math.ceil(characters / 16)).slice(0, characters)));
  },
  refusal: () => reply({ type: 'refusal', text: 'I cannot help with that.' }),

  hang: () => ({ type: 'stream', outputs: [], ending: { type: 'silent' } }),
  late: ({ argument }) => ({
    type: 'stream',
    outputs: [answer('Hello from the model.')],
    delayMs: Number(argument ?? LATE_MS),
  }),
  slow: ({ argument }) => ({
    type: 'stream',
    outputs: [answer('word '.repeat(Number(argument ?? 300)))],
    paceMs: 100,
  }),
  cut: () => cut(answer('An answer before the cut.')),
  'cut-delta': () => cut(halfSentence),
  'cut-once': (_turn, attempt) => (attempt === 1 ? cut(halfSentence) : reply(answer('Recovered.'))),
  garbage: () => ({ type: 'raw', text: 'data: not json\n\n' }),
} as const satisfies Readonly<Record<string, Scenario>>;
