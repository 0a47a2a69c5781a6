import type { BackendTurn, ReportedModel } from './backend.js';

/**
 * Reports a model while the turn runs. What is thrown at once ends the turn; a rejection is acted on by who gave the
 * promise, since the agent's messages cannot wait for it.
 */
export function requireLater(
  requireModel: NonNullable<BackendTurn['requireModel']>,
  reported: ReportedModel,
): void {
  const judged = requireModel(reported);
  if (judged instanceof Promise) judged.catch(() => undefined);
}
