import { ACTIVE_STATES } from '@coagent8/contracts';
import type { ActiveState, SessionState } from '@coagent8/contracts';

/** What can happen to a session. */
export const SESSION_STEPS = [
  'begin',
  'run',
  'stop',
  'answer',
  'fail',
  'cancel',
  'interrupt',
  'close',
] as const;
/** One of {@link SESSION_STEPS}. */
export type SessionStep = (typeof SESSION_STEPS)[number];

type Steps = Partial<Record<SessionStep, SessionState>>;

const ENDS: Steps = { answer: 'answered', fail: 'failed', cancel: 'cancelled', interrupt: 'interrupted' };
const NEXT: Steps = { begin: 'starting', close: 'closed' };

/**
 * Every turn that was begun can end in every way, also before the agent was heard: an answer that is there is never
 * refused for the order in which it came.
 */
const TRANSITIONS: Readonly<Record<SessionState, Steps>> = {
  starting: { ...ENDS, run: 'running', stop: 'stopping' },
  running: { ...ENDS, run: 'running', stop: 'stopping' },
  // What the agent still tells of itself does not take back that it was asked to stop.
  stopping: { ...ENDS, run: 'stopping', stop: 'stopping' },
  answered: NEXT,
  failed: NEXT,
  cancelled: NEXT,
  interrupted: NEXT,
  closed: {},
};

/** The state that `step` leads to, or undefined where it may not happen. */
export function stateAfter(state: SessionState, step: SessionStep): SessionState | undefined {
  return TRANSITIONS[state][step];
}

/** Whether a turn is under way: somebody owns it, or did when it was written. */
export function isActive(state: SessionState): state is ActiveState {
  return ACTIVE_STATES.some((active) => active === state);
}
