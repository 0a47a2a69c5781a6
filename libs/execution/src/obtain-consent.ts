import { locationsOf, rememberAllowed } from '@coagent8/config';
import { CoAgentError, failureOf } from '@coagent8/contracts';
import type { ConsentAnswer, ConsentQuestion, Environment, TurnHost } from '@coagent8/contracts';

import { consentNotRemembered, consentRefused, consentRememberedLate } from './errors.js';
import type { TurnPlan } from './plan-turn.js';
import type { TurnRecord } from './turn-record.js';
import { waitWithin } from './wait-within.js';

/** Longest wait for the user's answer, in milliseconds. The turn's own time limit may end it earlier. */
export const CONSENT_MAX_WAIT_MS = 5 * 60_000;
/** Longest wait until a consent is remembered, in milliseconds. Another process may hold the configuration for longer. */
export const REMEMBER_MAX_WAIT_MS = 2_000;

/**
 * Asks the user where the plan needs their consent, and returns when they gave it. Where they want it remembered, the model
 * is added to the configuration first; that this fails or takes longer than the turn waits is a warning, and the turn runs.
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
  try {
    const timeoutMs = CONSENT_MAX_WAIT_MS;
    const answer = await waitWithin((end) => askConsent(question, end), { timeoutMs, signal });
    return answer ?? { isGiven: false, why: 'unanswered' };
  } catch {
    return { isGiven: false, why: signal.aborted ? 'unanswered' : 'unreachable' };
  }
}

function isTimeLimit(reason: unknown): boolean {
  return CoAgentError.is(reason) && reason.code === 'TIMEOUT';
}

/** What cannot be written in time goes on being tried, within the bounds of its own. */
async function remember(
  { backend, model }: ConsentQuestion,
  {
    environment,
    record,
    signal,
  }: { readonly environment: Environment; readonly record: TurnRecord; readonly signal: AbortSignal },
): Promise<void> {
  const place = { locations: locationsOf(environment), environment };
  const write = async () => {
    await rememberAllowed(place, `${backend}/${model}`);
    return 'written' as const;
  };
  try {
    const written = await waitWithin(write, { timeoutMs: REMEMBER_MAX_WAIT_MS, signal });
    if (written === undefined) record.warn(consentRememberedLate());
  } catch (error) {
    record.warn(consentNotRemembered(failureOf(error)));
  }
}
