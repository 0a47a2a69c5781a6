import type { Readable } from 'node:stream';

import type { BackendId, Environment, TurnOperations } from '@coagent8/contracts';
import type { HealthReport, ModelReport } from '@coagent8/diagnostics';

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
  readonly reportModels: (options: ModelReportOptions) => Promise<ModelReport>;
  /** Resolves when nothing is read in the background any more, in bounded time. Never rejects. */
  readonly settled: () => Promise<void>;
}

/** What a report of the models is to hold. */
export interface ModelReportOptions {
  /** The only agent to report on. Default: all of them. */
  readonly backend?: BackendId;
  /** Whether the agents are asked in any case. */
  readonly isFresh: boolean;
}

/** The terminal of the person who started the command, to ask them something. */
export interface Terminal {
  /**
   * The next line that they type, without its end; undefined where they end the input instead, or where it breaks.
   *
   * @param signal - Ends the waiting; the line is then undefined.
   */
  readonly readLine: (signal: AbortSignal) => Promise<string | undefined>;
  /** Gives the terminal back. */
  readonly close: () => void;
}

/** Everything outside of the program, as the commands see it. `main` hands in the real one. */
export interface World {
  readonly environment: Environment;
  readonly stdin: {
    readonly isTerminal: boolean;
    /** Whether it is a pipe or a file, as where someone sends something along. */
    readonly isSent: () => boolean;
    /** Starts reading. */
    readonly open: () => Readable;
  };
  readonly stdout: Output;
  readonly stderr: Output;
  /**
   * Opens the terminal that the command is controlled by, wherever standard input comes from; undefined where there is
   * none. What was typed before is forgotten. Never rejects.
   */
  readonly openTerminal: () => Promise<Terminal | undefined>;
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
  /** Runs `work` with a signal that aborts when the user or the system wants the command to end. */
  readonly stoppable: <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
  readonly services: () => Promise<Services>;
}
