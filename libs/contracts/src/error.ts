import { z } from 'zod';

/** Every way a request can fail. Hosts, scripts and people match on these words: they never change meaning. */
export const ERROR_CODES = [
  'CLI_NOT_FOUND',
  'CLI_UNSUPPORTED',
  'AUTH_REQUIRED',
  'MODEL_UNAVAILABLE',
  'RATE_LIMITED',
  'SESSION_INVALID',
  'SESSION_BUSY',
  'ABORTED',
  'TIMEOUT',
  'SANDBOX_UNAVAILABLE',
  'PROTOCOL_ERROR',
  'BUFFER_LIMIT',
  'INPUT_LIMIT',
  'PROCESS_ERROR',
  'HISTORY_ERROR',
  'POLICY_DENIED',
] as const;

/** Run-time truth of {@link ErrorCode}. */
export const errorCodeSchema = z.enum(ERROR_CODES);

/** One of {@link ERROR_CODES}. */
export type ErrorCode = z.infer<typeof errorCodeSchema>;

/** Run-time truth of {@link Failure}. */
export const failureSchema = z.strictObject({
  code: errorCodeSchema,
  message: z.string(),
  remedy: z.string().optional(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
});

/** A failure as data: what went wrong and where (`message`), what to do (`remedy`), facts for programs (`details`). */
export type Failure = z.infer<typeof failureSchema>;

/** What a {@link CoAgentError} may carry beside its code and message. */
export interface CoAgentErrorOptions {
  /** What the reader can do about it, as a sentence part without a capital or a full stop. */
  readonly remedy?: string;
  /** Facts for programs. Never a secret: they reach hosts and logs. */
  readonly details?: Readonly<Record<string, string | number | boolean>>;
  /** The error underneath. It is never rendered. */
  readonly cause?: unknown;
}

const BRAND = Symbol.for('coagent8.error');

/**
 * The one error class of the house. Made by a room's named factories (`errors.ts`), thrown inside a library, turned
 * into a {@link Failure} at the seam of execution.
 */
export class CoAgentError extends Error {
  /** What kind of failure this is. */
  readonly code: ErrorCode;
  /** What the reader can do about it. */
  readonly remedy: string | undefined;
  /** Facts for programs. */
  readonly details: Readonly<Record<string, string | number | boolean>> | undefined;
  /** Marks the class across copies of this library, where `instanceof` would not. @internal */
  readonly [BRAND] = true;

  constructor(code: ErrorCode, message: string, options: CoAgentErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'CoAgentError';
    this.code = code;
    this.remedy = options.remedy;
    this.details = options.details;
  }

  /** Whether `value` is a `CoAgentError`, also one of another copy of this library. */
  static is(value: unknown): value is CoAgentError {
    return typeof value === 'object' && value !== null && BRAND in value;
  }
}

/** `error` as data. An error without a code is a fault of ours or of the system: `PROCESS_ERROR`. */
export function failureOf(error: unknown): Failure {
  if (!CoAgentError.is(error)) {
    const message = error instanceof Error ? error.message : String(error);
    return {
      code: 'PROCESS_ERROR',
      message: `unexpected failure: ${message}`,
      remedy: 'run `coagent8 doctor --health`',
    };
  }
  return {
    code: error.code,
    message: error.message,
    ...(error.remedy === undefined ? {} : { remedy: error.remedy }),
    ...(error.details === undefined ? {} : { details: { ...error.details } }),
  };
}

/** A failure's first line, the same wherever it is shown: `CODE: what happened; what to do`. */
export function failureLine({ code, message, remedy }: Failure): string {
  return remedy === undefined ? `${code}: ${message}` : `${code}: ${message}; ${remedy}`;
}
