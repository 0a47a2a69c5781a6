import type { SessionHandle, SessionState } from '@coagent8/contracts';

import type { SessionRecord } from '../src/session-record.js';

/** A moment, in milliseconds since 1970. */
export const NOW = Date.parse('2026-11-30T12:00:00.000Z');
/** The workspace of made-up records. */
export const WORKSPACE = '/home/somebody/project';

/** A handle of one digit, 32 times. */
export const handleOf = (digit: string): SessionHandle => `ses_${digit.repeat(32)}`;

/** The record of a session whose second turn is in `state`, last written at {@link NOW}. */
export function recordIn(state: SessionState, changes: Partial<SessionRecord> = {}): SessionRecord {
  const at = new Date(NOW).toISOString();
  const isOwned = ['starting', 'running', 'stopping'].includes(state);
  return {
    schemaVersion: 1,
    handle: handleOf('a'),
    workspace: WORKSPACE,
    backend: 'codex',
    profile: 'read-only',
    state,
    ...(isOwned ? { owner: 'b'.repeat(32) } : {}),
    turn: { number: 2, token: 'c'.repeat(32), startedAt: at },
    createdAt: at,
    usedAt: at,
    nativeId: 'thread-1',
    model: 'swift-4.2',
    reasoningEffort: 'high',
    ...changes,
  };
}
