import type { QuotaStore } from '@coagent8/backends';
import { cooldownSchema } from '@coagent8/contracts';
import type { Cooldown, Failure, Warning } from '@coagent8/contracts';

import type { RanTurn } from './run-turn.js';
import { changeQuotas } from './use-quotas.js';

/** What a turn showed of its agent's limits. */
export type LimitFinding =
  | { readonly kind: 'limited'; readonly cooldown: Cooldown }
  | { readonly kind: 'answered' }
  | { readonly kind: 'nothing' };

/**
 * Reads from the end of a turn what it says of the agent's limits: structured fields of a failure count, words never, and a
 * limit without the time of its end is none. Pure.
 *
 * @param model - As the turn named it; undefined where none was named.
 * @param nowMs - Wall clock, in milliseconds since 1970.
 */
export function limitFinding(
  { failure, collected }: Pick<RanTurn, 'failure' | 'collected'>,
  { model, nowMs }: { readonly model: string | undefined; readonly nowMs: number },
): LimitFinding {
  if (failure === undefined) return { kind: collected.answer.text.trim() === '' ? 'nothing' : 'answered' };
  const cooldown = failure.code === 'RATE_LIMITED' ? cooldownOf(failure, model, nowMs) : undefined;
  return cooldown === undefined ? { kind: 'nothing' } : { kind: 'limited', cooldown };
}

/** One that would be over before it began is none. */
function cooldownOf(
  { details = {} }: Failure,
  model: string | undefined,
  nowMs: number,
): Cooldown | undefined {
  const { data } = cooldownSchema.safeParse({
    observedAt: new Date(nowMs).toISOString(),
    until: details['resetsAt'],
    ...(details['isModelLimit'] === true ? { forModel: model ?? null } : {}),
  });
  return data !== undefined && Date.parse(data.until) > nowMs ? data : undefined;
}

/**
 * Keeps what a turn showed of its agent's limits, for the routes of later turns. Waits for the store within a bound, and never
 * rejects.
 *
 * @returns What kept it from being kept.
 */
export async function keepLimits(keeping: {
  readonly ran: RanTurn;
  readonly quotas: Pick<QuotaStore, 'keepCooldown' | 'endCooldowns'>;
  /** Wall clock, in milliseconds since 1970. */
  readonly nowMs: number;
  /** How long the agent was at it, in milliseconds: the clock may have been set since it began. */
  readonly durationMs: number;
  readonly signal: AbortSignal;
}): Promise<readonly Warning[]> {
  const { ran, quotas, nowMs, durationMs, signal } = keeping;
  const { backend, wantedModel: model, mayEndCooldowns } = ran.plan;
  const finding = limitFinding(ran, { model, nowMs });
  if (finding.kind === 'limited')
    return changeQuotas(() => quotas.keepCooldown(backend.id, finding.cooldown), signal);
  if (finding.kind === 'answered' && mayEndCooldowns)
    return changeQuotas(
      () => quotas.endCooldowns(backend.id, { model, beganAtMs: nowMs - durationMs }),
      signal,
    );
  return [];
}
