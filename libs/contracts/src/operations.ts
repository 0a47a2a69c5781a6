import type { AskConsent } from './consent.js';
import type { TurnProgress } from './event.js';
import type { TurnOutcome } from './outcome.js';
import type { TurnRequest } from './request.js';

/** What the caller of a turn offers while it runs. */
export interface TurnHost {
  /** Ends the turn when aborted: the outcome is then `ABORTED` with the partial text that was secured. */
  readonly signal: AbortSignal;
  /** Told of each step as it happens. Never called after the outcome. Must not throw. */
  readonly onProgress: (progress: TurnProgress) => void;
  /** How the user is asked before anything dear. Default: they cannot be reached, and what needs their consent is refused. */
  readonly askConsent?: AskConsent;
  /**
   * When the caller was asked, in milliseconds of the clock that the operations were made with: the time limit and the
   * elapsed time count from there. Default: when `run` is called.
   */
  readonly startedAtMs?: number;
}

/**
 * The seam that every app stands on: one request in, one outcome out. In one process it is execution itself; behind
 * `coagent8 run --request -` it is a child that reads the request and writes events. Never rejects: a failure is an
 * outcome.
 */
export interface TurnOperations {
  /** Runs one turn to its outcome. */
  readonly run: (request: TurnRequest, host: TurnHost) => Promise<TurnOutcome>;
}
