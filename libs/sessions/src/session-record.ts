import {
  backendIdSchema,
  errorCodeSchema,
  sessionHandleSchema,
  sessionStateSchema,
} from '@coagent8/contracts';
import { z } from 'zod';

import { isActive } from './session-state.js';

/** Version of what a record says. Any change of its fields is a new one: what does not know a version leaves it alone. */
export const RECORD_VERSION = 1;
/** Size of the largest record, in bytes of UTF-8. */
export const RECORD_MAX_BYTES = 64 * 1024;
/** Longest name of a model, an effort, a version or a conversation of the agent's, in characters. */
export const NAME_MAX_CHARACTERS = 256;
/** Longest path of a workspace, in characters. */
export const WORKSPACE_MAX_CHARACTERS = 4096;
/** Longest message of a kept error, in characters. */
export const ERROR_MAX_CHARACTERS = 2000;

const hexSchema = z.string().regex(/^[0-9a-f]{32}$/, 'not 32 hexadecimal digits');
const nameSchema = z.string().min(1).max(NAME_MAX_CHARACTERS);
const timeSchema = z.iso.datetime();

const fieldsSchema = z.strictObject({
  schemaVersion: z.literal(RECORD_VERSION),
  handle: sessionHandleSchema,
  /** The folder that the conversation is about: its real, absolute path. It is never continued elsewhere. */
  workspace: z.string().min(1).max(WORKSPACE_MAX_CHARACTERS),
  /** The agent that holds the conversation. It is never continued by another. */
  backend: backendIdSchema,
  /** The permissions that its turns run with. */
  profile: z.literal('read-only'),
  state: sessionStateSchema,
  /** The server that runs the turn; present in active states alone. */
  owner: hexSchema.optional(),
  /** The last turn. */
  turn: z.strictObject({
    /** Counted from 1. */
    number: z.int().min(1),
    /** Drawn anew for each: who writes for another turn is refused. */
    token: hexSchema,
    startedAt: timeSchema,
  }),
  createdAt: timeSchema,
  /** When its owner last wrote it. Waiting to be continued is counted from here. */
  usedAt: timeSchema,
  /** The agent's own name of the conversation; absent until the agent has said it. */
  nativeId: nameSchema.optional(),
  model: nameSchema.optional(),
  reasoningEffort: nameSchema.optional(),
  agentVersion: nameSchema.optional(),
  /** How the last turn failed, secured. */
  lastError: z
    .strictObject({ code: errorCodeSchema, message: z.string().max(ERROR_MAX_CHARACTERS) })
    .optional(),
  /** What was reviewed, and what came of it. */
  review: z
    .strictObject({ snapshot: nameSchema, scope: nameSchema, verdict: z.enum(['READY', 'BLOCKED']) })
    .optional(),
});

/** Run-time truth of {@link SessionRecord}. */
export const sessionRecordSchema = fieldsSchema.refine(
  ({ state, owner }) => isActive(state) === (owner !== undefined),
  { path: ['owner'], message: 'an owner, and no other state than one of a turn under way, go together' },
);

/** All that is kept of a session beside what was said in it. Holds no prompt, no answer and no environment. */
export type SessionRecord = z.infer<typeof sessionRecordSchema>;

/** Why a record cannot be used. `newer`: of a version of this product that is to come. */
export type RecordFault = 'damaged' | 'newer' | 'older';

/** A record, or why there is none in the text; `message` is a sentence part and holds nothing of the text but fields. */
export type RecordParsing =
  | { readonly ok: true; readonly record: SessionRecord }
  | { readonly ok: false; readonly fault: RecordFault; readonly message: string };

/** The record in the text of a file. Never throws. */
export function parseRecord(text: string): RecordParsing {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return { ok: false, fault: 'damaged', message: text === '' ? 'it is empty' : 'it is not whole JSON' };
  }
  const version = versionOf(content);
  if (version === undefined || version === RECORD_VERSION) return parseCurrent(content);
  return version > RECORD_VERSION
    ? { ok: false, fault: 'newer', message: `it was written by a newer CoAgent8 (schema ${version})` }
    : { ok: false, fault: 'older', message: `it was written by an older CoAgent8 (schema ${version})` };
}

/** The text of a file for a record. */
export function renderRecord(record: SessionRecord): string {
  return `${JSON.stringify(record, undefined, 2)}\n`;
}

function versionOf(content: unknown): number | undefined {
  const { data } = z.object({ schemaVersion: z.int().min(0) }).safeParse(content);
  return data?.schemaVersion;
}

function parseCurrent(content: unknown): RecordParsing {
  const { data, error } = sessionRecordSchema.safeParse(content);
  if (!error) return { ok: true, record: data };
  const field = error.issues[0]?.path.join('.') ?? '';
  return {
    ok: false,
    fault: 'damaged',
    message: field === '' ? 'it is no record of a session' : `its field ${field} is not valid`,
  };
}
