import { fileURLToPath } from 'node:url';

import { whileAwaited } from './while-awaited.js';

/** Longest wait for a client that was asked for its roots, in milliseconds. */
export const ROOTS_MAX_WAIT_MS = 2_000;

/** How long a caller can wait for roots. */
export interface RootsWait {
  /** Milliseconds; {@link ROOTS_MAX_WAIT_MS} is the most in any case. */
  readonly maxWaitMs: number;
  /** Ends the wait when aborted. */
  readonly signal: AbortSignal;
}

/**
 * The client's roots as absolute paths. Asked for each call, so that a change of roots needs no bookkeeping. A client
 * that refuses, or has not answered when the wait ends, has none; a root that is no `file:` URI is left out.
 *
 * @param ask - Asks the client for the URIs of its roots. Rejects once the time given is over or its signal aborts,
 *   which happens during the wait or never.
 */
export async function readRoots(
  ask: (maxWaitMs: number, signal: AbortSignal) => Promise<readonly string[]>,
  { maxWaitMs, signal }: RootsWait,
): Promise<string[]> {
  const waitMs = Math.max(0, Math.min(ROOTS_MAX_WAIT_MS, maxWaitMs));
  try {
    return (await whileAwaited(signal, (waiting) => ask(waitMs, waiting))).flatMap(pathOf);
  } catch {
    return [];
  }
}

function pathOf(uri: string): string[] {
  try {
    return [fileURLToPath(uri)];
  } catch {
    return [];
  }
}
