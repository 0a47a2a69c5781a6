import { headroomOf } from '@coagent8/backends';
import type { BackendQuota } from '@coagent8/contracts';
import type { Governance, PriceFacts } from '@coagent8/models';

import type { ExaminedAgent } from './examine-agent.js';
import { heldCooldowns } from './held-cooldowns.js';
import type { LimitsHealth, ModelsHealth } from './health-report.js';
import type { Part } from './judge-health.js';
import { listRows } from './list-rows.js';

/** What an agent offers, and what runs by default. Undefined where it was not asked. Pure. */
export function describeModels(
  { listing: { result: listing, failure } }: ExaminedAgent,
  prices: Pick<PriceFacts, 'priceOf'>,
  governance: Governance | undefined,
): ModelsHealth | undefined {
  const { catalog, readAt } = listing;
  if (catalog === undefined && failure === undefined) return undefined;
  const rows = listRows(listing, prices, governance);
  const byDefault = rows.find(({ defaultSource }) => defaultSource !== undefined);
  const count = catalog?.models.length ?? 0;
  return {
    standing: count > 0 ? 'observed' : 'unknown',
    count,
    ...(readAt === undefined ? {} : { readAt }),
    ...(byDefault === undefined ? {} : { default: byDefault }),
    ...(failure === undefined ? {} : { failure }),
  };
}

/**
 * What is known of an agent's limits: what it said now, else what is kept; and what that means for `model`, absent for a
 * turn that names none. Undefined where nobody asked and nothing is kept. Pure.
 */
export function describeLimits(
  { result, failure }: Part<BackendQuota['reading']>,
  kept: BackendQuota | undefined,
  question: { readonly model: string | undefined; readonly nowMs: number },
): LimitsHealth | undefined {
  if (result === undefined && failure === undefined && kept === undefined) return undefined;
  const reading = result ?? kept?.reading;
  const quota = { ...(reading === undefined ? {} : { reading }), cooldowns: kept?.cooldowns ?? [] };
  const cooldowns = heldCooldowns(quota, question.nowMs);
  const isKnown =
    cooldowns.length > 0 || (reading?.windows.length ?? 0) > 0 || reading?.isLimited !== undefined;
  return {
    standing: isKnown ? 'observed' : 'unknown',
    ...(reading === undefined ? {} : { reading }),
    cooldowns,
    headroom: headroomOf(quota, question),
    ...(failure === undefined ? {} : { failure }),
  };
}
