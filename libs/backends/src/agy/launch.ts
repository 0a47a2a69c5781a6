import type { BackendTurn } from '../backend.js';

/** Beginnings of the names of the variables that belong to agy. */
export const AGY_FAMILIES = ['GEMINI_', 'GOOGLE_', 'AGY_'] as const;

/** Further variables: where Linux has a keyring, agy keeps its sign-in there and asks for it over the session's bus. */
export const AGY_NAMES = ['DBUS_SESSION_BUS_ADDRESS'] as const;

/**
 * Variables of every agy that we start. Its updater, a process that outlives it and replaces the program, is stopped by
 * exactly this word: `1` and `TRUE` do not count (1.2.15).
 */
export const AGY_VARIABLES = { AGY_CLI_DISABLE_AUTO_UPDATE: 'true', NO_COLOR: '1' } as const;

/** A turn for agy, which may go on with an earlier conversation. */
export type AgyTurn = BackendTurn & {
  /** Default: a new conversation. */
  readonly conversationId?: string;
};

/**
 * Arguments of a turn. The prompt is a line on standard input. A value is attached to its flag wherever it is not a
 * fixed word: `--print` would take the next argument as its prompt. Without `--add-dir` the folder is no workspace
 * (1.1.22). A model with an effort in its name beside another effort is refused by agy itself, which says so.
 */
export function turnArguments({
  workspacePath,
  model,
  reasoningEffort,
  conversationId,
}: Pick<AgyTurn, 'workspacePath' | 'model' | 'reasoningEffort' | 'conversationId'>): string[] {
  return [
    '--sandbox',
    '--disable-slash-commands',
    '--print=',
    '--input-format=stream-json',
    '--output-format=stream-json',
    '--print-timeout=0s',
    `--add-dir=${workspacePath}`,
    ...(model === undefined ? [] : [`--model=${model}`]),
    ...(reasoningEffort === undefined ? [] : [`--effort=${reasoningEffort}`]),
    ...(conversationId === undefined ? [] : [`--conversation=${conversationId}`]),
  ];
}

/** The prompt as agy reads it: one line, after which the input ends. */
export function promptLine(prompt: string): string {
  return `${JSON.stringify({ event: 'user', message: { content: prompt } })}\n`;
}
