import { aborted, timedOut } from './errors.js';

/** What a deadline is made from. */
export interface DeadlineOptions {
  /** The caller's time limit. */
  readonly timeoutMs: number;
  /** The caller's way to cancel. */
  readonly signal?: AbortSignal;
  /** Kept back from the limit for cleaning up. Default 0. */
  readonly reserveMs?: number;
}

/** The one reason for which a turn is stopped from outside. */
export interface Deadline {
  /**
   * Aborted once, with a `CoAgentError` as its reason: `ABORTED` when the caller cancels, `TIMEOUT` when the limit
   * less the reserve has run out, whichever comes first.
   */
  readonly signal: AbortSignal;
  /** Lets go of the timer and of the caller's signal. The deadline then never aborts any more. */
  readonly dispose: () => void;
}

/** Starts the clock. The caller must `dispose` it: until then it keeps the event loop alive. */
export function createDeadline({ timeoutMs, signal, reserveMs = 0 }: DeadlineOptions): Deadline {
  const controller = new AbortController();
  const workMs = Math.max(0, timeoutMs - reserveMs);
  const timer = setTimeout(() => abort(timedOut(timeoutMs)), workMs);
  const cancel = () => abort(aborted());
  signal?.addEventListener('abort', cancel, { once: true });
  if (signal?.aborted) cancel();
  return { signal: controller.signal, dispose };

  function abort(reason: Error): void {
    dispose();
    controller.abort(reason);
  }

  function dispose(): void {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  }
}
