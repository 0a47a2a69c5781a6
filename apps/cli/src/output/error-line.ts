import { failureLine, failureOf } from '@coagent8/contracts';

/** Anything that was thrown, as one line. */
export function errorLine(error: unknown): string {
  return failureLine(failureOf(error));
}
