import { readdirSync, readFileSync } from 'node:fs';

import type { BackendId, Failure } from '@coagent8/contracts';

import type { BackendTurn } from '../src/backend.js';
import type { PlayedTurn } from './run-turn.js';

/** The recordings: a folder for each agent, in it one for each version. `tools/record` makes them. */
const RECORDINGS = new URL('transcripts/', import.meta.url);
/** The workspace in every recording. */
export const WORKSPACE = '/workspace';

/** What a turn came to: an answer, or the code of its failure with its details and what there is to show of it. */
export type Outcome = {
  /** Tool items that the profile refused. */
  readonly denied?: number;
} & (
  | { readonly answer: string }
  | { readonly code: string; readonly details?: Failure['details']; readonly partial?: string }
);

/** What a recorded case must come to, and what has to be known to replay it. */
export type Expected = Outcome & {
  /** What was asked for beside the prompt. */
  readonly turn?: Pick<BackendTurn, 'reasoningEffort'>;
  /** The agent would have gone on: the recording ends in the middle. */
  readonly staysOpen?: true;
};

/** A refusal to go on without the profile, of which nothing is shown. */
const NO_PROFILE = { code: 'SANDBOX_UNAVAILABLE', partial: '' } as const;
const failing = (failedChecks: string) => ({ ...NO_PROFILE, details: { failedChecks } });
const HELLO = { answer: 'Hello from the model.' } as const;
const DONE = { answer: 'Done.', denied: 0 } as const;
const REFUSED = { answer: 'Done.', denied: 1 } as const;

const CODEX: Readonly<Record<string, Expected>> = {
  answer: { answer: 'Hello from the model.' },
  command: { answer: 'Done.' },
  'command-code-mode': { answer: 'Done.' },
  'command-failed': { answer: 'Done.' },
  commentary: { answer: 'Done.' },
  'connection-refused': { code: 'PROCESS_ERROR', staysOpen: true },
  'content-filter': { code: 'PROCESS_ERROR', details: { refusal: 'content filter' } },
  cut: { code: 'PROTOCOL_ERROR' },
  'cut-once': { answer: 'Recovered.' },
  e400: { code: 'PROCESS_ERROR' },
  'e400-context': { code: 'INPUT_LIMIT' },
  e401: { code: 'AUTH_REQUIRED' },
  'e401-retried': { code: 'AUTH_REQUIRED' },
  e403: { code: 'AUTH_REQUIRED' },
  e404: { code: 'MODEL_UNAVAILABLE' },
  e429: { code: 'RATE_LIMITED' },
  'e429-quota': { code: 'RATE_LIMITED' },
  'e429-usage': { code: 'RATE_LIMITED', details: { resetsAt: '2100-01-01T00:00:00.000Z' } },
  e500: { code: 'PROCESS_ERROR' },
  'e500-retried': { code: 'PROCESS_ERROR' },
  e503: { code: 'PROCESS_ERROR' },
  /** The adapter does not judge what is missing: an empty answer is execution's to refuse. */
  empty: { answer: '' },
  'escalation-refused': { answer: 'Done.' },
  'failed-context': { code: 'INPUT_LIMIT' },
  'failed-cyber': { code: 'PROCESS_ERROR', details: { refusal: 'cyberPolicy' } },
  'failed-overload': { code: 'PROCESS_ERROR' },
  'failed-quota': { code: 'RATE_LIMITED' },
  'failed-rate': { code: 'RATE_LIMITED' },
  garbage: { code: 'PROTOCOL_ERROR' },
  /** Recordings of the part before the prompt: the output ends there. */
  handshake: { code: 'PROTOCOL_ERROR' },
  'profile-verified': { code: 'PROTOCOL_ERROR' },
  incomplete: { code: 'PROTOCOL_ERROR' },
  'input-too-large': { code: 'INPUT_LIMIT', details: { maxCharacters: 1_048_576, characters: 1_048_577 } },
  'interrupt-command': { code: 'ABORTED' },
  limits: { answer: 'With limit headers.' },
  'missing-key': { code: 'AUTH_REQUIRED' },
  'no-phase': { answer: 'An answer without a phase.' },
  'patch-refused': { answer: 'Done.' },
  'patch-refused-code-mode': { answer: 'Done.' },
  'profile-refused': { code: 'SANDBOX_UNAVAILABLE' },
  'profile-server-enabled': { code: 'SANDBOX_UNAVAILABLE' },
  'profile-writable': { code: 'SANDBOX_UNAVAILABLE' },
  /** Codex tells a client nothing of a refusal in the model's reply. */
  refusal: { answer: '' },
  'two-messages': { answer: 'Second message.' },
  'unknown-model': { answer: 'Hello from the model.' },
  'write-denied': { answer: 'Done.' },
};

const CLAUDE: Readonly<Record<string, Expected>> = {
  /** Recordings of the part before the prompt, or with it and no more: the output ends there. */
  handshake: { code: 'PROTOCOL_ERROR' },
  'profile-verified': { code: 'PROTOCOL_ERROR' },
  'unknown-flag': { code: 'CLI_UNSUPPORTED', details: { flag: '--no-such-flag' } },

  'profile-files': failing('denied files'),
  'profile-folder': failing('further folders'),
  'profile-hooks': failing('hooks'),
  'profile-hooks-silent': failing('hooks'),
  'profile-no-settings': failing('settings, denied files, hooks'),
  'profile-repository': failing('settings, hooks, MCP servers'),
  'profile-rule': failing('permission rules'),
  'profile-scheduled': NO_PROFILE,
  'profile-server': failing('MCP servers'),
  'profile-user': failing('settings, hooks'),
  'start-agents': failing('agents'),
  'start-commands': failing('slash commands, skills'),
  'start-mode': failing('permission mode'),
  'start-tool': failing('tools'),
  'start-unrestricted': failing('memory'),
  'mode-changed': NO_PROFILE,

  answer: HELLO,
  effort: { ...HELLO, turn: { reasoningEffort: 'low' } },
  'effort-unknown': { code: 'MODEL_UNAVAILABLE', turn: { reasoningEffort: 'extreme' } },
  thinking: { answer: 'Thought.' },
  'two-messages': { answer: 'First message.\n\nSecond message.' },
  limits: { answer: 'With limit headers.' },
  /** The adapter does not judge what is missing: an empty answer is execution's to refuse. */
  empty: { answer: '' },
  'empty-once': { answer: 'Here it is.' },
  refusal: { code: 'PROCESS_ERROR', details: { refusal: 'safety filter' }, partial: '' },
  'refusal-once': { answer: 'I can.' },

  commentary: DONE,
  read: DONE,
  'read-missing': DONE,
  glob: DONE,
  grep: DONE,
  'bad-tool-input': DONE,
  'two-tools': REFUSED,
  'write-refused': REFUSED,
  'command-refused': REFUSED,
  'subagent-refused': REFUSED,
  'env-refused': REFUSED,
  'outside-refused': REFUSED,
  'link-refused': REFUSED,
  'max-turns': { code: 'PROCESS_ERROR', details: { reason: 'error_max_turns' } },

  'interrupt-prompt': { code: 'ABORTED', partial: '' },
  'interrupt-retry': { code: 'ABORTED', partial: '' },
  'interrupt-stream': { code: 'ABORTED', partial: 'half a sente' },
  'interrupt-tool': { code: 'ABORTED', partial: '' },

  cut: { code: 'PROTOCOL_ERROR', partial: 'Part 1. Part 2. Part 3. Part 4. ' },
  'cut-delta': { code: 'PROTOCOL_ERROR', partial: 'half a sente' },
  'cut-once': { answer: 'Recovered.' },
  'cut-continued': { answer: 'One half and the other.' },
  'cut-second': { answer: 'First.Second.' },
  'cut-after-tool': DONE,
  garbage: { code: 'PROTOCOL_ERROR' },
  incomplete: {
    code: 'PROCESS_ERROR',
    details: { reason: 'max_output_tokens' },
    partial: 'Part 1. Part 2. Part 3. Part 4. ',
  },
  'incomplete-continued': { answer: 'One half and the other.' },
  'signed-out': { code: 'AUTH_REQUIRED' },
  'unknown-model': { code: 'MODEL_UNAVAILABLE' },
  'input-too-large': { code: 'INPUT_LIMIT' },

  'connection-refused': { code: 'PROCESS_ERROR' },
  e400: { code: 'PROCESS_ERROR', details: { httpStatus: 400 } },
  'e400-context': { code: 'INPUT_LIMIT' },
  'e400-credit': { code: 'RATE_LIMITED' },
  'e401-key': { code: 'AUTH_REQUIRED', details: { httpStatus: 401 } },
  'e401-token': { code: 'AUTH_REQUIRED', details: { httpStatus: 401 } },
  e402: { code: 'RATE_LIMITED' },
  e403: { code: 'AUTH_REQUIRED' },
  e404: { code: 'MODEL_UNAVAILABLE' },
  e413: { code: 'INPUT_LIMIT' },
  e429: { code: 'RATE_LIMITED' },
  'e429-late': { code: 'RATE_LIMITED', details: { resetsAt: '1970-01-01T00:01:00.000Z' } },
  'e429-usage': { code: 'RATE_LIMITED', details: { resetsAt: '2100-01-01T00:00:00.000Z' } },
  e500: { code: 'PROCESS_ERROR', details: { httpStatus: 500 } },
  e503: { code: 'PROCESS_ERROR', details: { httpStatus: 503 } },
  e529: { code: 'PROCESS_ERROR', details: { httpStatus: 529 } },
  'e529-late': { code: 'PROCESS_ERROR', details: { httpStatus: 529 } },
  'e529-once': { answer: 'Recovered.' },
  'failed-overload': { code: 'PROCESS_ERROR', details: { httpStatus: 529 } },
};

/** Of the stand-in: nothing here is a recording of the real program. */
const AGY: Readonly<Record<string, Expected>> = {
  text: { answer: 'Hello from the model.\n' },
  'multi-delta': { answer: 'Hello from the model, in pieces: a < b & c.\n' },
  'tool-ok': { answer: 'Tool said: one\ntwo\n\n', denied: 0 },
  'tool-error': { answer: 'Tool said: unknown tool: "no_such_tool" — check spelling\n', denied: 0 },
  list: { answer: 'Tool said: 1 file\n', denied: 0 },
  'ask-question': { answer: 'An answer without the user.\n' },
  subagent: { answer: 'The answer of the agent itself.\n' },
  resume: { answer: 'Hello from the model.\n' },
  empty: { answer: '', denied: 0 },
  denied: { answer: '', denied: 1 },
  'denied-error': { answer: '', denied: 1 },
  'denied-write': { answer: '', denied: 1 },
  'denied-with-answer': { answer: 'What I know without running anything: it is fine.\n', denied: 1 },
  'sticky-error': { answer: 'Hello from the model.\n' },

  'always-proceed': failing('permission mode'),
  'bad-effort': { code: 'MODEL_UNAVAILABLE' },
  'bad-model': { code: 'MODEL_UNAVAILABLE' },
  'signed-out': { code: 'AUTH_REQUIRED' },
  'invalid-key': { code: 'AUTH_REQUIRED' },
  e402: { code: 'RATE_LIMITED' },
  e403: { code: 'AUTH_REQUIRED' },
  e404: { code: 'MODEL_UNAVAILABLE' },
  'quota-429': { code: 'RATE_LIMITED', details: { resetsAt: '1970-01-01T00:00:40.000Z' } },
  'quota-reset': { code: 'RATE_LIMITED', details: { resetsAt: '2100-01-01T00:00:00.000Z' } },
  e500: { code: 'PROCESS_ERROR', details: { httpStatus: 500 } },
  e503: { code: 'PROCESS_ERROR', details: { httpStatus: 503 } },
  canceled: { code: 'PROCESS_ERROR', partial: 'half of' },
  interrupted: { code: 'PROCESS_ERROR', partial: 'partial answer before the interrupt' },
  'time-limit': { code: 'TIMEOUT', partial: 'An answer that is cut by the time limit' },
};

/** What each recorded case must come to. Details stand where they are promised; others may be there. */
export const EXPECTED: Readonly<Record<BackendId, Readonly<Record<string, Expected>>>> = {
  codex: CODEX,
  claude: CLAUDE,
  agy: AGY,
};

/** What an agent said in one case. */
export interface Transcript {
  readonly agent: BackendId;
  readonly version: string;
  readonly name: string;
  /** What it printed. */
  readonly bytes: Buffer;
  /** How it ended. Null where a signal ended it. */
  readonly exitCode: number | null;
  readonly diagnostics: string;
}

/** All recordings. */
export const CASES: readonly Transcript[] = (['codex', 'claude', 'agy'] as const).flatMap((agent) =>
  filesIn(`${agent}/`).flatMap((version) =>
    filesIn(`${agent}/${version}/`).map((file) => ({
      ...readTranscript(`${agent}/${version}/${file}`),
      agent,
      version,
      name: file.replace(/\.jsonl$/, ''),
    })),
  ),
);

/** The recording of a case. */
export function transcriptOf(agent: BackendId, name: string): Transcript {
  const found = CASES.find((each) => each.agent === agent && each.name === name);
  if (!found) throw new Error(`nothing is recorded of ${agent} ${name}`);
  return found;
}

/** What the table says of a case. */
export function expectedOf({ agent, name }: Transcript): Expected {
  const expected = EXPECTED[agent][name];
  if (!expected) throw new Error(`the table has no ${agent} ${name}`);
  return expected;
}

/** What a turn came to, in the words of {@link EXPECTED}. */
export function outcomeOf({ ending, answer, partial, denied }: PlayedTurn): Outcome {
  if (ending.type === 'completed') return { answer: answer.text, denied };
  const { code, details } = ending.failure;
  return { code, partial: partial.text, denied, ...(details === undefined ? {} : { details }) };
}

function filesIn(folder: string): string[] {
  return readdirSync(new URL(folder, RECORDINGS)).sort();
}

/** The last line may be how the process ended, where that was not with 0 and without a word. */
function readTranscript(file: string): Pick<Transcript, 'bytes' | 'exitCode' | 'diagnostics'> {
  const text = readFileSync(new URL(file, RECORDINGS), 'utf8');
  const endAt = text.lastIndexOf('{"exit":');
  if (endAt < 0) return { bytes: Buffer.from(text), exitCode: 0, diagnostics: '' };
  const { code, stderr } = JSON.parse(text.slice(endAt)).exit;
  return { bytes: Buffer.from(text.slice(0, endAt)), exitCode: code, diagnostics: stderr };
}
