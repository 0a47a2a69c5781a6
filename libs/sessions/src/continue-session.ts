import type { BackendId, SessionHandle } from '@coagent8/contracts';

import {
  foreignBackend,
  foreignProfile,
  foreignWorkspace,
  neverAnswered,
  sessionAsleep,
  sessionBusy,
  sessionClosed,
} from './errors.js';
import { ageMs, isAwake } from './retention.js';
import type { SessionRecord } from './session-record.js';
import { isActive } from './session-state.js';

/** What a caller wants of a session that it names. */
export interface ContinuationRequest {
  readonly handle: SessionHandle;
  /** Real, absolute path of the workspace that the call is about. */
  readonly workspace: string;
  /** The agent, where the caller named one. */
  readonly backend?: BackendId;
  readonly profile: SessionRecord['profile'];
}

/** What is known when a session is to be continued. */
export interface ContinuationFacts {
  readonly nowMs: number;
  /** Whether the owner of its turn lives. */
  readonly isOwnerAlive: boolean;
}

/**
 * Checks that a session may be continued: from its own workspace, by its own agent, with its own profile, by nobody while
 * its turn is under way, and within two hours. A turn whose owner is dead is under way no longer.
 *
 * @throws CoAgentError `SESSION_BUSY` or `SESSION_INVALID`, saying which and what to do.
 */
export function checkContinuation(
  record: SessionRecord,
  request: ContinuationRequest,
  { nowMs, isOwnerAlive }: ContinuationFacts,
): void {
  const { handle, workspace, backend, profile } = record;
  if (request.workspace !== workspace) throw foreignWorkspace(handle, workspace);
  if (request.backend !== undefined && request.backend !== backend)
    throw foreignBackend(handle, backend, request.backend);
  if (request.profile !== profile) throw foreignProfile(handle, profile);
  if (record.state === 'closed') throw sessionClosed(handle);
  if (isActive(record.state) && isOwnerAlive) throw sessionBusy(handle, record.turn.number);
  if (!isAwake({ ...record, state: 'interrupted' }, nowMs))
    throw sessionAsleep(handle, ageMs(record.usedAt, nowMs));
  if (record.nativeId === undefined) throw neverAnswered(handle);
}

/** A model and an effort, each where one is wanted. */
export interface ModelWish {
  readonly model?: string | undefined;
  readonly reasoningEffort?: string | undefined;
}

/**
 * What a continued turn runs with: what the request names, else what the session had. Another model than the session's
 * does not inherit the effort of the old one.
 *
 * @param isSameModel - Whether two names mean one model; by default the same text.
 */
export function continueModel(
  had: ModelWish,
  wanted: ModelWish,
  isSameModel: (one: string, other: string) => boolean = (one, other) => one === other,
): { readonly model?: string; readonly reasoningEffort?: string } {
  const model = wanted.model ?? had.model;
  const isKept =
    wanted.model === undefined || (had.model !== undefined && isSameModel(wanted.model, had.model));
  const reasoningEffort = wanted.reasoningEffort ?? (isKept ? had.reasoningEffort : undefined);
  return {
    ...(model === undefined ? {} : { model }),
    ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
  };
}
