import { setTimeout as delay } from 'node:timers/promises';

import { CoAgentError } from '@coagent8/contracts';

import { turnLeft } from './errors.js';

/**
 * How long an agent may take from its start to its first word, in milliseconds. Most take less than a second; one that
 * has just been installed, on a machine that looks into every program first, may take a minute. The deadline of the turn
 * counts all the while: this only tells a program that hangs before a long deadline does.
 */
export const START_TIMEOUT_MS = 120_000;

/** Whether `event` settles, either way, within `timeoutMs`. */
export async function settlesWithin(event: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  const settled = new AbortController();
  const happened = event.then(
    () => true,
    () => true,
  );
  try {
    return await Promise.race([
      happened,
      delay(timeoutMs, false, { signal: settled.signal }).catch(() => false),
    ]);
  } finally {
    settled.abort();
  }
}

/** A time limit that several waits share. Returns what is left of it, in milliseconds. */
export function countDown(totalMs: number): () => number {
  const end = performance.now() + totalMs;
  return () => Math.max(0, end - performance.now());
}

/** Lets a signal take part in a race. */
export interface AbortWatch {
  /** Rejects with the reason of the signal, which is made `ABORTED` where it is no `CoAgentError`. */
  readonly happened: Promise<never>;
  /** Lets go of the signal. */
  readonly dispose: () => void;
}

/** Watches `signal`, which may be aborted already. Dispose it. */
export function watchAbort(signal: AbortSignal): AbortWatch {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => undefined);
  const abort = () => reject(reasonOf(signal));
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return { happened: promise, dispose: () => signal.removeEventListener('abort', abort) };
}

/** @throws CoAgentError the reason of `signal`, where it is aborted. */
export function requireNotAborted(signal: AbortSignal): void {
  if (signal.aborted) throw reasonOf(signal);
}

function reasonOf(signal: AbortSignal): CoAgentError {
  return CoAgentError.is(signal.reason) ? signal.reason : turnLeft();
}
