import type { PriceQuery } from './price-facts.js';
import { storedPrice } from './price-store.js';
import type { PriceFailure, StoredPrices } from './price-store.js';

/** The age from which a list is read again, in milliseconds. */
export const PRICES_FRESH_MS = 24 * 60 * 60_000;
/** The age from which a call with a price limit waits for a newer list, in milliseconds. */
export const PRICES_LIMIT_FRESH_MS = 7 * PRICES_FRESH_MS;
/** How long a list that could not be read is left alone, in milliseconds. */
export const PRICES_RETRY_MS = 5 * 60_000;

/** What a call has to do about the list: nothing, begin to read it, or wait until it is read. */
export type PriceReadPlan = 'none' | 'background' | 'wait';

/** What is known when a call comes. */
export interface KnownPrices {
  readonly stored?: StoredPrices;
  readonly failed?: PriceFailure;
}

/**
 * Plans the read of the list. A call waits where no list is stored, where a model that it needs was never looked up, where
 * the list is a week old and there is a price limit, and where it is a day old and a fresh one is asked for; not within five
 * minutes of a failure. Pure.
 *
 * @param nowMs - Wall clock, in milliseconds since 1970.
 */
export function planPriceRead(
  { stored, failed }: KnownPrices,
  { needed, hasLimit, isFresh = false }: Pick<PriceQuery, 'needed' | 'hasLimit' | 'isFresh'>,
  nowMs: number,
): PriceReadPlan {
  if (failed !== undefined && !hasPassed(failed.failedAtMs, PRICES_RETRY_MS, nowMs)) return 'none';
  if (stored === undefined || needed.some((name) => storedPrice(stored.models, name) === undefined))
    return 'wait';
  if (hasLimit && hasPassed(stored.readAtMs, PRICES_LIMIT_FRESH_MS, nowMs)) return 'wait';
  if (!hasPassed(stored.readAtMs, PRICES_FRESH_MS, nowMs)) return 'none';
  return isFresh ? 'wait' : 'background';
}

/**
 * Whether something of `sinceMs` is `spanMs` old. A time that is still to come was stored by a clock that went wrong
 * since: nobody knows how old it is, and it counts as passed. Pure.
 */
export function hasPassed(sinceMs: number, spanMs: number, nowMs: number): boolean {
  return nowMs < sinceMs || nowMs - sinceMs >= spanMs;
}
