import { failureOf } from '@coagent8/contracts';
import type { AskConsent, Failed, TurnRequest } from '@coagent8/contracts';

import { exitCodeOf } from '../exit-codes.js';
import type { Report } from '../output/report.js';
import type { World } from '../world.js';
import { settle } from './settle.js';

/** Who hears of a turn, and who is asked. */
export interface TurnAudience {
  readonly report: Report;
  /** Default: nobody can be asked. */
  readonly askConsent?: AskConsent;
}

/**
 * Runs one turn from its request to its report, and lets what it began in the background end. Never rejects: whatever
 * keeps the turn from running is reported as its outcome.
 *
 * @param readRequest - Reads the request; it is told to stop by the signal that the turn gets, too.
 * @returns the exit code.
 */
export function runTurn(
  world: World,
  { report, askConsent }: TurnAudience,
  readRequest: (signal: AbortSignal) => Promise<TurnRequest>,
): Promise<number> {
  const startedAt = world.now();
  return world.stoppable(async (signal) => {
    try {
      const request = await readRequest(signal);
      const services = await world.services();
      const outcome = await services.operations.run(request, {
        signal,
        onProgress: report.progress,
        ...(askConsent === undefined ? {} : { askConsent }),
      });
      report.ended(outcome);
      await settle(services, signal);
      return exitCodeOf(outcome);
    } catch (error) {
      const outcome = await notRun(error, world, startedAt);
      report.refused(outcome);
      return exitCodeOf(outcome);
    }
  });
}

async function notRun(error: unknown, { environment, now }: World, startedAt: number): Promise<Failed> {
  const { redactDiagnostic, secureRecord } = await import('@coagent8/security');
  const failure = await secureRecord(failureOf(error), (text) => redactDiagnostic(text, environment));
  return { status: 'failed', failure, meta: { durationMs: now() - startedAt, operations: 0 }, warnings: [] };
}
