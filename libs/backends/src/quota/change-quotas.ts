import { BACKEND_IDS } from '@coagent8/contracts';
import type { BackendId, BackendQuota, Cooldown, QuotaReading, Quotas } from '@coagent8/contracts';

import { isOver, isSameScope, openCooldowns } from './cooldowns.js';
import type { AnsweredTurn } from './cooldowns.js';
import { COOLDOWNS_MAX } from './quota-data.js';

const NOTHING_KNOWN: BackendQuota = { cooldowns: [] };

/**
 * `quotas` with `change` made to what is known of `backend`. Of all agents, what is over is left out, and of cooldowns all but
 * the newest {@link COOLDOWNS_MAX}. Pure.
 */
export function changeQuotas(
  quotas: Quotas,
  backend: BackendId,
  change: (known: BackendQuota) => BackendQuota,
  nowMs: number,
): Quotas {
  const before = tidied(quotas, nowMs);
  return tidied({ ...before, [backend]: change(before[backend] ?? NOTHING_KNOWN) }, nowMs);
}

/** `known` with `reading`, unless what it has was said later. Pure. */
export function withReading(known: BackendQuota, reading: QuotaReading): BackendQuota {
  const isLater = known.reading !== undefined && isBefore(reading.readAt, known.reading.readAt);
  return isLater ? known : { ...known, reading };
}

/** `known` with `cooldown` in place of an earlier one for the same turns. Pure. */
export function withCooldown(known: BackendQuota, cooldown: Cooldown): BackendQuota {
  const same = known.cooldowns.filter((one) => isSameScope(one, cooldown));
  if (same.some(({ observedAt }) => isBefore(cooldown.observedAt, observedAt))) return known;
  return { ...known, cooldowns: [cooldown, ...known.cooldowns.filter((one) => !same.includes(one))] };
}

/** `known` without the cooldowns that {@link isOver} says are over. Pure. */
export function withoutCooldowns(known: BackendQuota, turn: AnsweredTurn): BackendQuota {
  return { ...known, cooldowns: known.cooldowns.filter((cooldown) => !isOver(cooldown, turn)) };
}

function tidied(quotas: Quotas, nowMs: number): Quotas {
  return Object.fromEntries(
    BACKEND_IDS.flatMap((backend) => {
      const known = tidiedOne(quotas[backend] ?? NOTHING_KNOWN, nowMs);
      return known.reading === undefined && known.cooldowns.length === 0 ? [] : [[backend, known]];
    }),
  );
}

/** What was said in the future was said before the clock was set back: nobody knows when. */
function tidiedOne(known: BackendQuota, nowMs: number): BackendQuota {
  const { reading } = known;
  const cooldowns = newest(openCooldowns(known, nowMs));
  return reading !== undefined && Date.parse(reading.readAt) <= nowMs
    ? { reading, cooldowns }
    : { cooldowns };
}

function newest(cooldowns: readonly Cooldown[]): readonly Cooldown[] {
  return cooldowns
    .toSorted((one, other) => Date.parse(other.observedAt) - Date.parse(one.observedAt))
    .slice(0, COOLDOWNS_MAX);
}

function isBefore(one: string, other: string): boolean {
  return Date.parse(one) < Date.parse(other);
}
