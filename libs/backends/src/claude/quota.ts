import type { z } from 'zod';

import type { ReachedLimit } from '../errors.js';
import { isoTime, isoTimeOf } from '../iso-time.js';
import type { ToldQuota, ToldWindow } from '../quota-reading.js';
import type { RateLimit } from './known-events.js';
import { usageWindow } from './replies.js';
import type { Usage } from './replies.js';

/**
 * `rateLimitType` of limits that are for one family of models; the last is for one with an allowance of its own. The
 * others that 2.1.332 knows are `five_hour`, `seven_day` and `overage`. It passes on whatever the server calls a limit: one
 * that we do not know is for everything.
 */
const MODEL_LIMITS: ReadonlySet<string> = new Set([
  'seven_day_opus',
  'seven_day_sonnet',
  'seven_day_overage_included',
]);

/**
 * What the last `rate_limit_event` of a turn says of the limit that refused it; nothing where none did, or where credits
 * beyond it let the turn go on: then something else refused it (2.1.332). One without a name has an end as well: so a gateway
 * tells a spend limit of its own (documented in 2.1.332). What Claude Code writes of a limit counts for nothing. Pure.
 */
export function reachedLimit(limit: RateLimit | undefined): ReachedLimit {
  if (limit?.status !== 'rejected' || limit.isUsingOverage === true) return {};
  const { resetsAt, rateLimitType } = limit;
  return {
    resetsAt: resetsAt ? isoTime(resetsAt * 1000) : undefined,
    isModelLimit: rateLimitType !== undefined && MODEL_LIMITS.has(rateLimitType),
  };
}

const HOUR_MINUTES = 60;
const FIVE_HOURS_MINUTES = 5 * HOUR_MINUTES;
const WEEK_MINUTES = 7 * 24 * HOUR_MINUTES;

/** A week's window for less than everything is named after what it is for. */
const SCOPED_WEEK = /^seven_day_(?<scope>\w+)$/;
/** What is not Claude Code's: other applications of the same account. */
const FOREIGN_SCOPE = 'oauth_apps';

/**
 * What the subscription tells of its limits (2.1.332). Credits beyond the plan are not among them. Pure.
 *
 * @param unfetchedBecause - Why nothing may be known of a plan that has limits.
 */
export function quotaOf(
  { subscription_type, rate_limits_available, rate_limits }: Usage,
  unfetchedBecause: string,
): ToldQuota {
  if (!rate_limits) {
    const isOfPlan = rate_limits_available === true;
    const unknownBecause = isOfPlan
      ? unfetchedBecause
      : 'Claude Code tells limits of a signed-in subscription only, not of a key, a token or a cloud provider';
    return { windows: [], plan: subscription_type, unknownBecause };
  }
  const { five_hour, seven_day, model_scoped, ...others } = rate_limits;
  const windows = [
    windowOf('five_hour', FIVE_HOURS_MINUTES, five_hour),
    windowOf('seven_day', WEEK_MINUTES, seven_day),
    ...Object.entries(others).map(([name, value]) => scopedWindow(name, value)),
    ...(model_scoped ?? []).map((window) =>
      windowOf(`seven_day ${window.display_name}`, WEEK_MINUTES, window, window.display_name),
    ),
  ];
  return { windows: windows.filter((window) => window !== undefined), plan: subscription_type };
}

function scopedWindow(name: string, value: unknown): ToldWindow | undefined {
  const scope = SCOPED_WEEK.exec(name)?.groups?.['scope'];
  if (scope === undefined || scope === FOREIGN_SCOPE) return undefined;
  return windowOf(name, WEEK_MINUTES, usageWindow.safeParse(value).data, scope);
}

/** Seconds since 1970 where it is a number: 2.1.332 takes the server's times so, and passes some on as they come. */
function timeOf(time: string | number): string | undefined {
  return typeof time === 'number' ? isoTime(time * 1000) : isoTimeOf(time);
}

function windowOf(
  name: string,
  windowMinutes: number,
  window: z.infer<typeof usageWindow> | null | undefined,
  scope?: string,
): ToldWindow | undefined {
  if (!window) return undefined;
  const { utilization, resets_at } = window;
  return {
    name,
    usedPercent: utilization,
    windowMinutes,
    resetsAt: resets_at ? timeOf(resets_at) : undefined,
    ...(scope === undefined ? {} : { models: [scope] }),
  };
}
