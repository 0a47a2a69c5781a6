import type { Readable } from 'node:stream';

import type { BackendId, ConsultRequest, Environment, TurnOperations } from '@coagent8/contracts';
import type { HealthReport, ModelReport } from '@coagent8/diagnostics';
import type { RouteReport } from '@coagent8/execution';

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
  /** The agents as they are now: starts each of them. Never rejects. */
  readonly examineHealth: (options: DiagnosisOptions) => Promise<HealthReport>;
  /** What they offer, from what is known; starts an agent only where nothing is, or where `isFresh`. Never rejects. */
  readonly reportModels: (options: ModelReportOptions) => Promise<ModelReport>;
  /** Which agent a request would run on; starts one only to learn its models, where those matter. Never rejects. */
  readonly explainRoute: (request: ConsultRequest, signal: AbortSignal) => Promise<RouteReport>;
  /** Resolves when nothing is read in the background any more, in bounded time. Never rejects. */
  readonly settled: () => Promise<void>;
}

/** What a diagnosis is about, and what ends it. */
export interface DiagnosisOptions {
  /** The only agent to look at. Default: all of them. */
  readonly backend?: BackendId;
  /** Ends the waiting, and every agent that was started for it. */
  readonly signal: AbortSignal;
}

/** What a report of the models is to hold. */
export interface ModelReportOptions extends DiagnosisOptions {
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
