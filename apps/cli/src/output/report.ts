import type { Failed, TurnOutcome, TurnProgress } from '@coagent8/contracts';

/** How a command tells the world about its turn. Exactly one of `ended` and `refused` is called, and last. */
export interface Report {
  /** A step of the running turn. */
  readonly progress: (progress: TurnProgress) => void;
  /** Makes room for a question on standard error: what `progress` shows goes away until it is called again. */
  readonly makeRoom: () => void;
  /** The turn's end. */
  readonly ended: (outcome: TurnOutcome) => void;
  /** There was no turn: the input was not one, or the command was stopped before. */
  readonly refused: (outcome: Failed) => void;
}
