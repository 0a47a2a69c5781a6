import type { AgentId } from '@coagent8/testing';

import type { HostStage } from './host-stage.js';
import type { HostHabits } from './wire-record.js';

/** A program that people connect to our server. */
export interface Host {
  readonly name: string;
  /** The agent that it asks here. */
  readonly asks: AgentId;
  /** What `consult` is called in it. */
  readonly toolName: string;
  /** How it speaks with the server; `workspace` is where it works. */
  readonly habits: (workspace: string) => HostHabits;
  /** The command line of a process that it leaves running on purpose. */
  readonly leaves?: RegExp;
  /** Sets it up on a stage and registers our server, as a user would. */
  readonly connect: (stage: HostStage) => Promise<ConnectedHost>;
}

/** A host that knows our server. */
export interface ConnectedHost {
  /** What it prints about the servers that it knows; absent where it has no command for that. */
  readonly list?: () => Promise<string>;
  /** Has `consult` called with these arguments. */
  readonly consult: (given: Readonly<Record<string, unknown>>) => Promise<SeenResult>;
  /** Ends what {@link Host.connect} started. */
  readonly close: () => Promise<void>;
}

/** What came of a call. */
export interface SeenResult {
  /** What the tool is called in the host; absent where the host did not offer it. */
  readonly tool: string | undefined;
  /** What the host shows of the result: to its model, or to the user where it has none. */
  readonly shown: string;
}
