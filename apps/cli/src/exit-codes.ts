import type { ErrorCode, TurnOutcome } from '@coagent8/contracts';

/** Arguments or input that the command does not take. */
export const EXIT_USAGE = 2;
/** A fault of ours or of the system. */
export const EXIT_UNEXPECTED = 11;

/** The exit code of each failure, and 0 for an answer. 1 is kept for a review that blocks. */
const EXIT_CODES = {
  INPUT_LIMIT: EXIT_USAGE,
  POLICY_DENIED: 3,
  CLI_NOT_FOUND: 4,
  CLI_UNSUPPORTED: 4,
  AUTH_REQUIRED: 5,
  RATE_LIMITED: 6,
  MODEL_UNAVAILABLE: 7,
  SESSION_INVALID: 8,
  SESSION_BUSY: 8,
  SANDBOX_UNAVAILABLE: 9,
  TIMEOUT: 10,
  BUFFER_LIMIT: EXIT_UNEXPECTED,
  HISTORY_ERROR: EXIT_UNEXPECTED,
  PROCESS_ERROR: EXIT_UNEXPECTED,
  PROTOCOL_ERROR: EXIT_UNEXPECTED,
  ABORTED: 130,
} as const satisfies Record<ErrorCode, number>;

/** The exit code that tells a script how `outcome` ended. */
export function exitCodeOf(outcome: TurnOutcome): number {
  return outcome.status === 'answered' ? 0 : exitCodeFor(outcome.failure.code);
}

/** The exit code of a failure. */
export function exitCodeFor(code: ErrorCode): number {
  return EXIT_CODES[code];
}
