import type { ReachedLimit } from '../errors.js';
import { isoTime } from '../iso-time.js';
import type { ToldQuota, ToldWindow } from '../quota-reading.js';
import type { Limit, RateLimits, RateLimitsReply } from './protocol.js';

/** Part of a window, in percent, at which it is used up. */
const USED_UP_PERCENT = 100;

/** The id of the limit that is for everything (0.171). */
const MAIN_LIMIT = 'codex';

/**
 * What the limits say that Codex told last before it gave up: with a refusal it tells those of the limit that refused,
 * whose id is another than the main one's where it is for some models only (0.171). An id that is not told is none. It
 * answers again at the latest reset of the windows that are used up, where one is known to be and says when. Pure.
 */
export function reachedLimit(limits: RateLimits | undefined): ReachedLimit {
  const resets = [limits?.primary, limits?.secondary].flatMap((window) =>
    window && window.usedPercent >= USED_UP_PERCENT && window.resetsAt ? [window.resetsAt] : [],
  );
  return {
    resetsAt: isoTime(Math.max(...resets) * 1000),
    isModelLimit: (limits?.limitId ?? MAIN_LIMIT) !== MAIN_LIMIT,
  };
}

/** The plan of an account of which Codex does not know it. */
const UNKNOWN_PLAN = 'unknown';

/**
 * What an account tells of its limits. Those beside the first are for what they are named after. Who the account is, and
 * what it has paid, is left behind. Pure.
 */
export function quotaOf(reply: RateLimitsReply): ToldQuota {
  const { rateLimits, rateLimitsByLimitId } = reply;
  const mainId = rateLimits.limitId ?? MAIN_LIMIT;
  const others = Object.entries(rateLimitsByLimitId ?? {}).filter(([id]) => id !== mainId);
  return {
    windows: [
      ...windowsOf(rateLimits),
      ...others.flatMap(([id, limit]) => windowsOf(limit, limit.limitName || id)),
    ],
    plan: rateLimits.planType === UNKNOWN_PLAN ? undefined : rateLimits.planType,
    isLimited: isLimited(reply),
  };
}

function windowsOf(limit: Limit, scope?: string): ToldWindow[] {
  return (['primary', 'secondary'] as const).flatMap((name) => {
    const window = limit[name];
    if (!window) return [];
    const { usedPercent, windowDurationMins, resetsAt } = window;
    return [
      {
        name: scope === undefined ? name : `${scope} ${name}`,
        usedPercent,
        windowMinutes: windowDurationMins,
        resetsAt: resetsAt ? isoTime(resetsAt * 1000) : undefined,
        ...(scope === undefined ? {} : { models: [scope] }),
      },
    ];
  });
}

/** Codex says itself that nothing more may be asked; a window that is used up may have credits behind it. */
function isLimited({ rateLimits, ordinaryUsageAllowed }: RateLimitsReply): boolean | undefined {
  if (rateLimits.rateLimitReachedType || rateLimits.spendControlReached === true) return true;
  return typeof ordinaryUsageAllowed === 'boolean' ? !ordinaryUsageAllowed : undefined;
}
