import type { RateLimit } from './known-events.js';

/** When the subscription can be used again, as an ISO time, where the limit that refused the turn says so. */
export function resetTime(limit: RateLimit | undefined): string | undefined {
  if (limit?.status !== 'rejected' || !limit.resetsAt) return undefined;
  const reset = new Date(limit.resetsAt * 1000);
  return Number.isNaN(reset.getTime()) ? undefined : reset.toISOString();
}
