import { headroomOf, openCooldowns } from '@coagent8/backends';
import type { BackendQuota, Cooldown } from '@coagent8/contracts';

/**
 * The limits that turns ran into and that still hold, each with the end that it is believed to have: nobody believes what an
 * agent told to last for years. Pure.
 */
export function heldCooldowns(quota: BackendQuota, nowMs: number): Cooldown[] {
  return openCooldowns(quota, nowMs).map((cooldown) => ({
    ...cooldown,
    until: believedEnd(cooldown, nowMs) ?? cooldown.until,
  }));
}

/** As headroom has it for a turn that meets this limit alone. */
function believedEnd(cooldown: Cooldown, nowMs: number): string | undefined {
  const model = cooldown.forModel ?? undefined;
  return headroomOf({ cooldowns: [cooldown] }, { model, nowMs }).limited?.until;
}
