import { once } from 'node:events';

import { CoAgentError } from '@coagent8/contracts';
import type { ConsultRequest, TurnHost, TurnOutcome } from '@coagent8/contracts';
import { createDeadline } from '@coagent8/runtime';

import { gatherFacts } from './gather-facts.js';
import type { TurnFacts } from './gather-facts.js';
import { gatherModels } from './gather-models.js';
import type { ModelFacts } from './gather-models.js';
import { keepLimits } from './keep-limits.js';
import { obtainConsent } from './obtain-consent.js';
import { planTurn } from './plan-turn.js';
import type { TurnPlan } from './plan-turn.js';
import { isNamed } from './route.js';
import { runTurn } from './run-turn.js';
import { settleAnswer, settleFailure } from './settle-turn.js';
import type { TurnDependencies } from './turn-dependencies.js';
import { openTurnRecord } from './turn-record.js';
import type { TurnRecord } from './turn-record.js';

/**
 * Time kept back from a turn's limit for ending the agent, in milliseconds: an agent that obeys needs less than two
 * seconds, one that does not is gone after three and a half.
 */
export const TEARDOWN_RESERVE_MS = 3_500;
/** Largest share of a turn's limit that the reserve may take: a short limit is still mostly work. */
export const TEARDOWN_SHARE = 0.2;

/** Asks a backend for a second opinion. Never rejects: a failure is an outcome with what was secured until then. */
export async function consult(
  dependencies: TurnDependencies,
  request: ConsultRequest,
  host: TurnHost,
): Promise<TurnOutcome> {
  const { environment, prices, quotas, wallClock, now } = dependencies;
  const { startedAtMs = now() } = host;
  const record = openTurnRecord(now, startedAtMs);
  const { timeoutMs } = request;
  const reserveMs = now() - startedAtMs + Math.min(TEARDOWN_RESERVE_MS, timeoutMs * TEARDOWN_SHARE);
  const deadline = createDeadline({ timeoutMs, reserveMs, signal: host.signal });
  try {
    if (reserveMs >= timeoutMs && !deadline.signal.aborted) await once(deadline.signal, 'abort');
    deadline.signal.throwIfAborted();
    if (isNamed(request.backend)) record.note({ backend: request.backend });
    host.onProgress({ type: 'phase', phase: 'gathering' });
    const facts = await gatherFacts(dependencies, request, deadline.signal);
    facts.warnings.forEach(record.warn);
    const models = await gatherModels(dependencies, { request, facts, signal: deadline.signal });
    host.onProgress({ type: 'phase', phase: 'planning' });
    const plan = planNoting(record, request, { ...facts, models });
    record.note(factsOf(plan));
    plan.selection.warnings.forEach(record.warn);
    await obtainConsent({ plan, host, environment, record, signal: deadline.signal });
    host.onProgress({ type: 'phase', phase: 'verifying', backend: plan.backend.id });
    const beganMs = now();
    const ran = await runTurn({
      plan,
      environment,
      prices,
      record,
      signal: deadline.signal,
      onProgress: host.onProgress,
    });
    host.onProgress({ type: 'phase', phase: 'settling', backend: plan.backend.id });
    const unkept = await keepLimits({
      ran,
      quotas,
      nowMs: wallClock(),
      durationMs: now() - beganMs,
      signal: deadline.signal,
    });
    unkept.forEach(record.warn);
    return await settleAnswer({ ran, record, environment });
  } catch (error) {
    return await settleFailure({ error, record, environment });
  } finally {
    deadline.dispose();
  }
}

/** Plans, and notes what could not be read, where it matters to what comes of it. */
function planNoting(
  record: TurnRecord,
  request: ConsultRequest,
  facts: TurnFacts & { readonly models: ModelFacts },
): TurnPlan {
  const { warnings } = facts.models;
  try {
    const plan = planTurn(request, facts);
    warnings.forEach(record.warn);
    return plan;
  } catch (error) {
    warnings.filter(({ code }) => code !== 'PRICES_UNAVAILABLE' || !isByRule(error)).forEach(record.warn);
    throw error;
  }
}

/** Whether a rule of the user refused a model, whatever it costs. */
function isByRule(error: unknown): boolean {
  return CoAgentError.is(error) && error.details?.['rule'] !== undefined;
}

function factsOf({ workspace, backend, backendReason, shownPrice }: TurnPlan) {
  return { workspace, backend: backend.id, backendReason, price: shownPrice };
}
