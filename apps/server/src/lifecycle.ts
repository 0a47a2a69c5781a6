import type { EventEmitter } from 'node:events';
import { constants } from 'node:os';
import { setImmediate, setTimeout } from 'node:timers/promises';

/** Longest wait for running calls once the process is to end, in milliseconds. */
export const END_MAX_WAIT_MS = 4_000;

/** The one end of the process. */
export interface Lifecycle {
  /** Aborted when the process is to end: running turns end with it. */
  readonly signal: AbortSignal;
  /** Makes the end wait for `work`, and returns it. */
  readonly track: <T>(work: Promise<T>) => Promise<T>;
  /** Ends the process: aborts {@link Lifecycle.signal}, waits for tracked work, exits. The first call counts. */
  readonly end: (exitCode: number) => Promise<void>;
}

/** A lifecycle that ends in `exit`, at most {@link END_MAX_WAIT_MS} after it was told to. */
export function createLifecycle(exit: (exitCode: number) => void): Lifecycle {
  const ending = new AbortController();
  const running = new Set<Promise<unknown>>();
  return {
    signal: ending.signal,
    track(work) {
      running.add(work);
      const forget = () => running.delete(work);
      work.then(forget, forget);
      return work;
    },
    async end(exitCode) {
      if (ending.signal.aborted) return;
      ending.abort();
      await Promise.race([untilDone(running), setTimeout(END_MAX_WAIT_MS, undefined, { ref: false })]);
      await setImmediate(); // what the calls answered is on its way to stdout only now
      exit(exitCode);
    },
  };
}

/** Waits also for what is tracked while it waits: a call that ends may leave work behind. */
async function untilDone(running: ReadonlySet<Promise<unknown>>): Promise<void> {
  while (running.size > 0) await Promise.allSettled(running);
}

/** What can end the process from outside. */
export interface EndCauses {
  readonly stdin: EventEmitter;
  readonly stdout: EventEmitter;
  /** Where signals arrive: `process`. */
  readonly signals: EventEmitter;
}

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Ends `lifecycle` when the client closes a pipe (exit code 0) or a signal arrives (128 and its number). */
export function endWith(lifecycle: Lifecycle, { stdin, stdout, signals }: EndCauses): void {
  for (const event of ['end', 'close', 'error']) stdin.on(event, () => void lifecycle.end(0));
  stdout.on('error', () => void lifecycle.end(0));
  for (const signal of SIGNALS) signals.on(signal, () => void lifecycle.end(128 + constants.signals[signal]));
}
