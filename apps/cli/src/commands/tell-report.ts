import { looksAtAgents, reportStopped } from '../errors.js';
import { whileWaiting } from '../output/while-waiting.js';
import type { Services, World } from '../world.js';
import { settle } from './settle.js';
import { orTellFailure } from './tell.js';

/** A command that reports on the agents. */
export interface ReportCommand<Report> {
  /** What is waited for, for a person at a terminal. */
  readonly waitingFor: string;
  /** Makes the report. It ends what it started when the signal aborts. */
  readonly make: (services: Services, signal: AbortSignal) => Promise<Report>;
  /** Writes it, and returns the exit code. */
  readonly show: (report: Report) => number;
  /** Whether what keeps it from being made is told as one JSON object. */
  readonly json: boolean;
}

/**
 * Runs a command that looks at the agents, and may start some to ask them: so it is refused inside a turn, before anything
 * is started. Stops when it is told to, once the agents that it started have ended, and lets what it began in the background
 * end. Never rejects: a failure is told as `tell` tells it.
 *
 * @returns the exit code.
 */
export function tellReport<Report>(world: World, command: ReportCommand<Report>): Promise<number> {
  const { waitingFor, make, show, json } = command;
  return world.stoppable((signal) =>
    orTellFailure(
      world,
      async () => {
        const { isNestedTurn } = await import('@coagent8/runtime');
        if (await isNestedTurn(world.environment)) throw looksAtAgents();
        const services = await world.services();
        const report = await whileWaiting(world, waitingFor, make(services, signal));
        if (signal.aborted) throw reportStopped();
        const exitCode = show(report);
        await settle(services, signal);
        return exitCode;
      },
      { json },
    ),
  );
}
