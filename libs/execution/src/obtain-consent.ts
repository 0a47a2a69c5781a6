import { locationsOf, rememberAllowed } from '@coagent8/config';
import { CoAgentError, failureOf } from '@coagent8/contracts';
import type { ConsentAnswer, ConsentQuestion, Environment, TurnHost } from '@coagent8/contracts';
import { createDeadline } from '@coagent8/runtime';

import { consentRefused } from './errors.js';
import type { TurnPlan } from './plan-turn.js';
import type { TurnRecord } from './turn-record.js';

/** Longest wait for the user's answer, in milliseconds. The turn's own time limit may end it earlier. */
export const CONSENT_MAX_WAIT_MS = 5 * 60_000;

/**
 * Asks the user where the plan needs their consent, and returns when they gave it. Where they want it remembered, the model
 * is added to the configuration first; that this fails is a warning, and the turn runs.
 *
 * @param signal - Withdraws the question. What is answered afterwards counts for nothing.
 * @throws CoAgentError `POLICY_DENIED` for everything but an explicit yes, also where the time limit of the turn passes
 * while the question is open; the signal's reason where the caller cancels.
 */
export async function obtainConsent(asking: {
  readonly plan: TurnPlan;
  readonly host: TurnHost;
  readonly environment: Environment;
  readonly record: TurnRecord;
  readonly signal: AbortSignal;
}): Promise<void> {
  const { plan, host, signal } = asking;
  const question = questionOf(plan);
  if (question === undefined) return;
  signal.throwIfAborted();
  host.onProgress({ type: 'phase', phase: 'asking', backend: plan.backend.id });
  const answer = await ask(question, host, signal);
  if (signal.aborted && !isTimeLimit(signal.reason)) throw signal.reason;
  if (answer.isGiven !== true) throw consentRefused(question, answer.why);
  if (question.isRememberable && answer.isToBeRemembered === true) await remember(question, asking);
  signal.throwIfAborted();
}

/** The question that a plan needs answered; undefined where it may run as it is. Pure. */
export function questionOf({ backend, selection }: TurnPlan): ConsentQuestion | undefined {
  const { approval, governed, choice, price } = selection;
  if (approval.outcome === 'run') return undefined;
  const model = governed?.id ?? choice.model;
  if (model === undefined) throw new Error('the user cannot be asked for a model that nobody knows');
  return {
    backend: backend.id,
    model,
    basis: approval.basis,
    reason: approval.reason,
    isRememberable: approval.isRememberable,
    ...(choice.reasoningEffort === undefined ? {} : { reasoningEffort: choice.reasoningEffort }),
    ...(price === undefined ? {} : { price }),
  };
}

/** Waits for the answer, and no longer than it may take. Never rejects. */
async function ask(
  question: ConsentQuestion,
  { askConsent }: TurnHost,
  signal: AbortSignal,
): Promise<ConsentAnswer> {
  if (askConsent === undefined) return { isGiven: false, why: 'unreachable' };
  const wait = createDeadline({ timeoutMs: CONSENT_MAX_WAIT_MS, signal });
  const over = Promise.withResolvers<undefined>();
  wait.signal.addEventListener('abort', () => over.resolve(undefined), { once: true });
  try {
    const answer = await Promise.race([over.promise, askConsent(question, wait.signal)]);
    return answer ?? { isGiven: false, why: 'unanswered' };
  } catch {
    return { isGiven: false, why: wait.signal.aborted ? 'unanswered' : 'unreachable' };
  } finally {
    wait.dispose();
  }
}

function isTimeLimit(reason: unknown): boolean {
  return CoAgentError.is(reason) && reason.code === 'TIMEOUT';
}

async function remember(
  { backend, model }: ConsentQuestion,
  { environment, record }: { readonly environment: Environment; readonly record: TurnRecord },
): Promise<void> {
  try {
    await rememberAllowed({ locations: locationsOf(environment), environment }, `${backend}/${model}`);
  } catch (error) {
    const { message } = failureOf(error);
    record.warn({
      code: 'CONSENT_NOT_REMEMBERED',
      message: `the consent holds for this request alone, since it could not be remembered: ${message}`,
    });
  }
}
