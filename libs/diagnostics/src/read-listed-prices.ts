import { failureOf } from '@coagent8/contracts';
import { neededPrices } from '@coagent8/models';
import type { PriceFacts, Prices } from '@coagent8/models';

import type { Listing } from './read-listing.js';

/** The list that prices are from, and how old it is. Without `readAt` there is none. */
export type PriceListHealth = Pick<PriceFacts, 'source' | 'readAt' | 'isStale'>;

/** What is known of the list itself. Pure. */
export function priceListOf({ source, readAt, isStale }: PriceFacts): PriceListHealth {
  return { source, ...(readAt === undefined ? {} : { readAt }), isStale };
}

const NO_PRICES: PriceFacts = { priceOf: () => undefined, source: '', isStale: true, warnings: [] };

/**
 * The prices of all that is listed, in one read for all agents. Never rejects: what keeps them from being read is a warning.
 *
 * @param options - `isFresh`: waits for a list that is a day old, too.
 */
export async function readListedPrices(
  prices: Pick<Prices, 'read'>,
  listings: readonly Listing[],
  {
    isFresh = false,
    signal = new AbortController().signal,
  }: { readonly isFresh?: boolean; readonly signal?: AbortSignal | undefined },
): Promise<PriceFacts> {
  try {
    const needed = [...new Set(listings.flatMap(namesIn))];
    return await prices.read({ needed, offered: [], hasLimit: false, isFresh, signal });
  } catch (error) {
    return { ...NO_PRICES, warnings: [{ code: 'PRICES_UNAVAILABLE', message: failureOf(error).message }] };
  }
}

function namesIn({ backend, configuredDefault, catalog, resolvedName }: Listing): string[] {
  const { needed, offered } = neededPrices({
    backend,
    wish: configuredDefault === undefined ? {} : { configuredDefault },
    ...(catalog === undefined ? {} : { catalog }),
    ...(resolvedName === undefined ? {} : { resolvedName }),
  });
  return [...needed, ...offered];
}
