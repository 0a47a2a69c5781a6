import type { Services } from '../world.js';

/** Waits for what is read in the background, until the command is to end at once. */
export async function settle({ settled }: Services, signal: AbortSignal): Promise<void> {
  const isStopped = Promise.withResolvers<void>();
  const stop = () => {
    isStopped.resolve();
  };
  if (signal.aborted) return;
  signal.addEventListener('abort', stop);
  await Promise.race([settled(), isStopped.promise]);
  signal.removeEventListener('abort', stop);
}
