import { failureOf } from '@coagent8/contracts';
import type { Failed, TurnRequest } from '@coagent8/contracts';

import { exitCodeOf } from '../exit-codes.js';
import type { Report } from '../output/report.js';
import type { World } from '../world.js';

/**
 * Runs one turn from its request to its report. Never rejects: whatever keeps the turn from running is reported as its
 * outcome.
 *
 * @param readRequest - Reads the request; it is told to stop by the signal that the turn gets, too.
 * @returns the exit code.
 */
export function runTurn(
  world: World,
  report: Report,
  readRequest: (signal: AbortSignal) => Promise<TurnRequest>,
): Promise<number> {
  const startedAt = world.now();
  return world.stoppable(async (signal) => {
    try {
      const request = await readRequest(signal);
      const { operations } = await world.services();
      const outcome = await operations.run(request, { signal, onProgress: report.progress });
      report.ended(outcome);
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
