import type { Readable } from 'node:stream';

import type { Environment, TurnOperations } from '@coagent8/contracts';
import type { HealthReport } from '@coagent8/diagnostics';

/** A stream that the command writes to. */
export interface Output {
  /** Writes text as it is. A reader that went away is no error. */
  readonly write: (text: string) => void;
  readonly isTerminal: boolean;
  /** Width of the terminal in columns, now. */
  readonly columns: () => number;
}

/** What the commands do their work with. Composed only when a command runs: `--help` loads none of it. */
export interface Services {
  readonly operations: TurnOperations;
  readonly examineHealth: () => Promise<HealthReport>;
}

/** Everything outside of the program, as the commands see it. `main` hands in the real one. */
export interface World {
  readonly environment: Environment;
  readonly stdin: {
    readonly isTerminal: boolean;
    /** Starts reading. */
    readonly open: () => Readable;
  };
  readonly stdout: Output;
  readonly stderr: Output;
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
  /** Runs `work` with a signal that aborts when the user or the system wants the command to end. */
  readonly stoppable: <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
  readonly services: () => Promise<Services>;
}
