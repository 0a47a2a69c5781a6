/** What `work` comes to, or `otherwise` once `signal` aborts: the work then goes on by itself. Rejects as `work` does before. */
export async function whileWanted<Result>(
  signal: AbortSignal | undefined,
  work: Promise<Result>,
  otherwise: Result,
): Promise<Result> {
  if (signal === undefined) return work;
  const { promise: unwanted, resolve: leave } = Promise.withResolvers<Result>();
  const stop = () => leave(otherwise);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, unwanted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
