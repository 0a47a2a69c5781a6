import { createDeadline } from '@coagent8/runtime';

/**
 * Waits for work, and no longer than it may take: undefined when that time has passed or the caller's signal is aborted,
 * whichever comes first. What the work does is not undone then, and what becomes of it is dropped.
 *
 * @param work - Begun in any case; gets a signal that is aborted when nobody waits any more.
 * @throws what the work throws while it is waited for.
 */
export async function waitWithin<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<Result | undefined> {
  const wait = createDeadline({ timeoutMs, signal });
  const over = Promise.withResolvers<undefined>();
  wait.signal.addEventListener('abort', () => over.resolve(undefined), { once: true });
  if (wait.signal.aborted) over.resolve(undefined);
  try {
    return await Promise.race([over.promise, work(wait.signal)]);
  } finally {
    wait.dispose();
  }
}
