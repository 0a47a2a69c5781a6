import type { BackendId, ErrorCode, SessionHandle } from '@coagent8/contracts';

import { otherConversation, stepNotAllowed } from './errors.js';
import { RECORD_VERSION } from './session-record.js';
import type { SessionRecord } from './session-record.js';
import { isActive, stateAfter } from './session-state.js';
import type { SessionStep } from './session-state.js';

/** Whose turn it is. */
export interface TurnOwnership {
  /** Id of the server. */
  readonly owner: string;
  /** Token of the turn. */
  readonly token: string;
}

/** What a new session is made of. */
export interface NewSession {
  readonly handle: SessionHandle;
  readonly workspace: string;
  readonly backend: BackendId;
  readonly profile: SessionRecord['profile'];
  readonly model?: string;
  readonly reasoningEffort?: string;
}

/** What a turn learns; each of it is kept from then on. */
export interface TurnFacts {
  readonly nativeId?: string;
  readonly model?: string;
  readonly reasoningEffort?: string;
  readonly agentVersion?: string;
  readonly lastError?: { readonly code: ErrorCode; readonly message: string };
  readonly review?: SessionRecord['review'];
}

/** The first record of a session, its first turn begun. */
export function newRecord(session: NewSession, { owner, token }: TurnOwnership, at: string): SessionRecord {
  return {
    schemaVersion: RECORD_VERSION,
    ...session,
    state: 'starting',
    owner,
    turn: { number: 1, token, startedAt: at },
    createdAt: at,
    usedAt: at,
  };
}

/**
 * The record with its next turn begun. A turn whose owner is dead is interrupted first, in the same step.
 *
 * @param wish - What the turn runs with, in place of what the last one did.
 */
export function beginNextTurn(
  record: SessionRecord,
  { owner, token }: TurnOwnership,
  wish: Pick<TurnFacts, 'model' | 'reasoningEffort'>,
  at: string,
): SessionRecord {
  const { lastError, review, model, reasoningEffort, ...kept } = settleDead(record, 'interrupt');
  const state = nextState(kept, 'begin');
  return {
    ...kept,
    ...wish,
    state,
    owner,
    turn: { number: kept.turn.number + 1, token, startedAt: at },
    usedAt: at,
  };
}

/**
 * The record after a step of its turn, with what was learned.
 *
 * @throws CoAgentError `SESSION_INVALID` if the step may not happen now, or the conversation is another one.
 */
export function stepTurn(
  record: SessionRecord,
  step: Exclude<SessionStep, 'begin' | 'interrupt'>,
  facts: TurnFacts,
  at: string,
): SessionRecord {
  const { nativeId } = record;
  if (nativeId !== undefined && facts.nativeId !== undefined && facts.nativeId !== nativeId)
    throw otherConversation(record.handle);
  return withState({ ...record, ...facts, usedAt: at }, nextState(record, step));
}

/** The record of a turn whose owner is dead, ended; any other as it is. When it was last used does not change. */
export function settleDead(record: SessionRecord, step: 'answer' | 'interrupt'): SessionRecord {
  return isActive(record.state) ? withState(record, nextState(record, step)) : record;
}

function withState(record: SessionRecord, state: SessionRecord['state']): SessionRecord {
  const { owner, ...rest } = record;
  return owner !== undefined && isActive(state) ? { ...rest, state, owner } : { ...rest, state };
}

function nextState({ handle, state }: Pick<SessionRecord, 'handle' | 'state'>, step: SessionStep) {
  const next = stateAfter(state, step);
  if (next === undefined) throw stepNotAllowed(handle, state, step);
  return next;
}
