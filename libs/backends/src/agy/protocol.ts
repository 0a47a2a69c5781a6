import { z } from 'zod';

import { createMessageReader } from '../message-reader.js';
import { badOutput } from './errors.js';

/** Words what is not as it should be in the name of the agent. */
const { parse, readJson } = createMessageReader(badOutput);

/**
 * agy's `stream-json` (1.1.15 to 1.2.16): one JSON object a line, its kind in `event`. It grows, so unknown members are
 * allowed, and unknown events and steps are warned of; what we read must be as we know it.
 */
const initSchema = z.object({
  conversation_id: z.string().min(1),
  init: z.object({ cwd: z.string(), permission_mode: z.string(), model: z.string().nullish() }),
});

const toolInfoSchema = z.object({
  name: z.string().nullish(),
  parameters: z.record(z.string(), z.unknown()).nullish(),
  output: z.string().nullish(),
  error: z.object({ message: z.string().nullish() }).nullish(),
});

const stepSchema = z.object({
  conversation_id: z.string(),
  step_index: z.number(),
  state: z.string(),
  step_type: z.string(),
  text_delta: z.string().nullish(),
  tool_name: z.string().nullish(),
  tool_info: toolInfoSchema.nullish(),
});

const resultSchema = z.object({
  conversation_id: z.string(),
  status: z.string(),
  response: z.string().nullish(),
  error: z.string().nullish(),
  denied_actions: z.array(z.object({ action: z.string() })).nullish(),
});

/** The start of a process: what it has made of its arguments and of the user's settings. */
export type Init = z.infer<typeof initSchema>['init'];
/** A step of a conversation, each time it gets further. Steps of subagents carry another conversation. */
export type Step = z.infer<typeof stepSchema>;
/** What a step that uses a tool tells of it. */
export type ToolInfo = z.infer<typeof toolInfoSchema>;
/** The end of a turn. */
export type Result = z.infer<typeof resultSchema>;

/** The states of a step that goes no further. `WAITING` stands in the program of 1.2.16 and was never seen. */
export const STATES_OVER: ReadonlySet<string> = new Set(['DONE', 'ERROR', 'CANCELED']);
/** All states of a step. */
export const STATES: ReadonlySet<string> = new Set([...STATES_OVER, 'ACTIVE', 'WAITING']);

/** The error of a turn that a signal has ended. Unlike others it is not repeated by the turns after it (1.2.15). */
export const INTERRUPTED = 'interrupted';

/** One line. */
export type AgyEvent =
  | { readonly kind: 'init'; readonly conversationId: string; readonly init: Init }
  | { readonly kind: 'step'; readonly step: Step }
  | { readonly kind: 'result'; readonly result: Result }
  | { readonly kind: 'unknown'; readonly name: string };

/**
 * Reads one line. The last line of an output may lack its line feed; it counts where it is whole.
 *
 * @throws CoAgentError `PROTOCOL_ERROR` where it is no event, or a known one that is malformed.
 */
export function parseLine(line: string, isComplete = true): AgyEvent {
  const json = readJson(line, isComplete);
  const { event: name } = parse(z.object({ event: z.string() }), json, 'a line that is no event');
  if (name === 'init') {
    const { conversation_id: conversationId, init } = parse(initSchema, json, 'a malformed init');
    return { kind: 'init', conversationId, init };
  }
  if (name === 'step_update') {
    const { step_update: step } = parse(z.object({ step_update: stepSchema }), json, 'a malformed step');
    return { kind: 'step', step };
  }
  if (name === 'result') {
    const { result } = parse(z.object({ result: resultSchema }), json, 'a malformed result');
    return { kind: 'result', result };
  }
  return { kind: 'unknown', name };
}

const bucketSchema = z.object({
  id: z.string(),
  window: z.string().nullish(),
  remaining_fraction: z.number().nullish(),
  reset_time: z.string().nullish(),
});
const groupSchema = z.object({ name: z.string().nullish(), buckets: z.array(bucketSchema).nullish() });
const usageSchema = z.object({
  num_turns: z.number().nullish(),
  command: z.object({
    name: z.literal('usage'),
    data: z.object({ groups: z.array(groupSchema).nullish() }),
  }),
});

/** Models that share limits. */
export type QuotaGroup = z.infer<typeof groupSchema>;

/** What `--print=/usage` answers: the limits, or the error of an agy that could not ask for them. */
export type UsageAnswer = { readonly groups: readonly QuotaGroup[] } | { readonly error: string };

/**
 * Reads the one object that `--print=/usage --output-format=json` prints (1.2.15, 1.2.16).
 *
 * @throws CoAgentError `PROTOCOL_ERROR` where it is none, is malformed, or tells of a turn: that was the model.
 */
export function parseUsage(stdout: string): UsageAnswer {
  const json = readJson(stdout, true);
  const { status, error } = parse(
    z.object({ status: z.string(), error: z.string().nullish() }),
    json,
    'no answer to /usage',
  );
  if (status !== 'SUCCESS') return { error: error || `status ${status}` };
  const { command, num_turns } = parse(usageSchema, json, 'a malformed answer to /usage');
  if (num_turns) throw badOutput('an answer of the model to /usage');
  return { groups: command.data.groups ?? [] };
}

const agyErrorSchema = z.object({
  short_error: z.string().nullish(),
  status: z.string().nullish(),
  error_code: z.number().nullish(),
});

/** What agy writes to standard error of a request to the model that failed (since 1.2.15). */
export type AgyError = z.infer<typeof agyErrorSchema>;

/** The last such line; `undefined` where there is none that can be read. */
export function readAgyError(diagnostics: string): AgyError | undefined {
  const lines = [...diagnostics.matchAll(/^AGY_ERROR: (\{.*\})\r?$/gm)];
  try {
    return agyErrorSchema.safeParse(JSON.parse(lines.at(-1)?.[1] ?? '')).data;
  } catch {
    return undefined;
  }
}
