import { readdirSync, readFileSync } from 'node:fs';

import type { Failure } from '@coagent8/contracts';

import type { PlayedTurn } from './run-turn.js';

/** Recordings of real app-servers, a folder for each version. */
const VERSIONS = new URL('transcripts/codex/', import.meta.url);
/** The workspace in every recording. */
export const WORKSPACE = '/workspace';

/** What a turn came to: an answer, or the code of its failure with its details. */
export type Outcome =
  { readonly answer: string } | { readonly code: string; readonly details?: Failure['details'] };

/** What each recorded case must come to. Details stand where they are promised; others may be there. */
export const EXPECTED: Readonly<Record<string, Outcome>> = {
  answer: { answer: 'Hello from the model.' },
  command: { answer: 'Done.' },
  'command-code-mode': { answer: 'Done.' },
  'command-failed': { answer: 'Done.' },
  commentary: { answer: 'Done.' },
  'connection-refused': { code: 'PROCESS_ERROR' },
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

/** All recordings. */
export const CASES = readdirSync(VERSIONS).flatMap((version) =>
  readdirSync(new URL(`${version}/`, VERSIONS))
    .filter((file) => file.endsWith('.jsonl'))
    .map((file) => ({
      version,
      name: file.replace(/\.jsonl$/, ''),
      bytes: readFileSync(new URL(`${version}/${file}`, VERSIONS)),
    })),
);

/** What a turn came to, in the words of {@link EXPECTED}. */
export function outcomeOf({ ending, answer }: PlayedTurn): Outcome {
  if (ending.type === 'completed') return { answer: answer.text };
  const { code, details } = ending.failure;
  return { code, ...(details === undefined ? {} : { details }) };
}
