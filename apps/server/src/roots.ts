import { fileURLToPath } from 'node:url';

/** Longest wait for a client that was asked for its roots, in milliseconds. */
export const ROOTS_MAX_WAIT_MS = 2_000;

/**
 * The client's roots as absolute paths. Asked for each call, so that a change of roots needs no bookkeeping. A client
 * that refuses, or does not answer within {@link ROOTS_MAX_WAIT_MS}, has none; a root that is no `file:` URI is left out.
 *
 * @param ask - Asks the client for the URIs of its roots and rejects once the time given is over.
 */
export async function readRoots(ask: (maxWaitMs: number) => Promise<readonly string[]>): Promise<string[]> {
  try {
    return (await ask(ROOTS_MAX_WAIT_MS)).flatMap(pathOf);
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
