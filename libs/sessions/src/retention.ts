import { isActive } from './session-state.js';
import type { SessionRecord } from './session-record.js';

/** How long a session waits to be continued, in milliseconds: two hours. */
export const SESSION_IDLE_MAX_MS = 2 * 60 * 60 * 1000;
/** How long records, results and archives are kept after their last use, in milliseconds: seven days. */
export const SESSION_KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/** Whether the session has not waited longer than two hours; one whose turn is under way never waits. */
export function isAwake({ state, usedAt }: Pick<SessionRecord, 'state' | 'usedAt'>, nowMs: number): boolean {
  return isActive(state) || ageMs(usedAt, nowMs) <= SESSION_IDLE_MAX_MS;
}

/** Whether what was last used at `usedAt` is still kept: for seven days. */
export function isKept(usedAt: string | number, nowMs: number): boolean {
  return ageMs(usedAt, nowMs) <= SESSION_KEPT_MS;
}

/**
 * How long ago it was, in milliseconds. A time in the future is now: a clock that was set back, or has not been set yet,
 * ends nothing and removes nothing.
 */
export function ageMs(at: string | number, nowMs: number): number {
  return Math.max(0, nowMs - (typeof at === 'number' ? at : Date.parse(at)));
}
