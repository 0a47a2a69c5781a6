import type { OwnedProcess, ProcessEnd } from '@coagent8/runtime';

import { settlesWithin } from './wait.js';

/** How long an agent may live on after its output has ended, in milliseconds. */
export const AFTER_OUTPUT_MS = 1_000;

/** How the process of an agent ended. */
export interface AgentEnd extends ProcessEnd {
  /** Whether it ran until we stopped it: its exit then says nothing. */
  readonly wasStopped: boolean;
}

/** The ways to end the process of an agent. */
export interface ProcessControl {
  readonly stop: () => Promise<AgentEnd>;
  /** Closes the input and waits for the end at most `graceMs`; then the process is stopped. */
  readonly close: (graceMs: number) => Promise<AgentEnd>;
  /** How the process has ended, now that its output has; it is stopped where it lives on. */
  readonly endOfOutput: () => Promise<AgentEnd>;
}

/** A running agent and the conversation with it. Close or stop it. */
export interface ConnectedAgent<Connection> extends Pick<ProcessControl, 'close' | 'stop'> {
  readonly connection: Connection;
}

/**
 * The {@link ProcessControl} of a process.
 *
 * @param options - `stopGraceMs`: how long it may take to obey SIGTERM, in milliseconds.
 */
export function controlProcess(
  process: Pick<OwnedProcess, 'ended' | 'endInput' | 'stop'>,
  options: { readonly stopGraceMs?: number } = {},
): ProcessControl {
  const { stopGraceMs } = options;
  let hasEnded = false;
  let wasStopped = false;
  void process.ended.then(() => (hasEnded = true));
  return {
    stop,
    close: (graceMs) => {
      process.endInput();
      return endWithin(graceMs);
    },
    endOfOutput: () => endWithin(AFTER_OUTPUT_MS),
  };

  async function endWithin(graceMs: number): Promise<AgentEnd> {
    return (await settlesWithin(process.ended, graceMs)) ? end() : stop();
  }

  async function stop(): Promise<AgentEnd> {
    wasStopped ||= !hasEnded;
    void process.stop(stopGraceMs === undefined ? {} : { graceMs: stopGraceMs });
    return end();
  }

  async function end(): Promise<AgentEnd> {
    return { ...(await process.ended), wasStopped };
  }
}

/** Whether a process that nobody stopped ended badly: closing its input ends an agent with exit code 0. */
export function hasCrashed({ wasStopped, exitCode }: AgentEnd): boolean {
  return !wasStopped && exitCode !== 0;
}
