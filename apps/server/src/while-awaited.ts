/**
 * Asks, with a signal that aborts with `signal` while the answer is awaited and never after it: the SDK (1.32) cancels
 * with a signal also what was answered long ago, and its client is told.
 */
export async function whileAwaited<T>(
  signal: AbortSignal,
  ask: (waiting: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const waiting = new AbortController();
  const stop = () => waiting.abort('no longer needed');
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await ask(waiting.signal);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
