import type { CoAgentError } from '@coagent8/contracts';

/**
 * Asks, and aborts the question where no answer comes in time, or `signal` is aborted. The question must end by its signal.
 *
 * @param options - `late`: words the reason after `timeoutMs` milliseconds.
 * @throws CoAgentError what `ask` throws.
 */
export async function inTime<Answer>(
  signal: AbortSignal,
  { timeoutMs, late }: { readonly timeoutMs: number; readonly late: () => CoAgentError },
  ask: (signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(late()), timeoutMs);
  try {
    return await ask(AbortSignal.any([signal, deadline.signal]));
  } finally {
    clearTimeout(timer);
  }
}
