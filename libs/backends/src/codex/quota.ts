import type { RateLimits } from './protocol.js';

/** Part of a window, in percent, at which it is used up. */
const USED_UP_PERCENT = 100;

/**
 * When the account can be used again, as an ISO time: the latest reset of the windows that are used up. `undefined`
 * where none is known to be, or none says when.
 */
export function resetTime(limits: RateLimits | undefined): string | undefined {
  const resets = [limits?.primary, limits?.secondary].flatMap((window) =>
    window && window.usedPercent >= USED_UP_PERCENT && window.resetsAt ? [window.resetsAt] : [],
  );
  const latest = new Date(Math.max(...resets) * 1000);
  return Number.isNaN(latest.getTime()) ? undefined : latest.toISOString();
}
