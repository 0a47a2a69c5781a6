import { failureOf } from '@coagent8/contracts';
import type { Failure, PriceEvidence, Warning } from '@coagent8/contracts';

import { pricesUnavailable } from './errors.js';
import { createPriceIndex } from './match-price.js';
import type { PriceIndex, PriceMatch } from './match-price.js';
import { hasPassed, planPriceRead, PRICES_FRESH_MS, PRICES_RETRY_MS } from './plan-price-read.js';
import type { KnownPrices } from './plan-price-read.js';
import type { PriceFacts, Prices } from './price-facts.js';
import { parsePriceSource, PUBLIC_PRICE_LIST } from './price-source.js';
import { FAILURE_MAX_CHARACTERS, storedPrice } from './price-store.js';
import type { PriceFailure, PriceStore, StoredPrices } from './price-store.js';
import { readPriceList } from './read-price-list.js';

/** What {@link Prices} act through. */
export interface PricesOptions {
  readonly store: PriceStore;
  /** Where the list is: an http(s) URL, a file URL or an absolute path. Default: {@link PUBLIC_PRICE_LIST}. */
  readonly source?: string | undefined;
  /** In milliseconds since 1970. Default: `Date.now`. */
  readonly wallClock?: () => number;
  /** Default: {@link readPriceList}. Bounded by itself: nothing ends it from here. */
  readonly readList?: typeof readPriceList;
}

/** A list that this process has read itself: of it the price of any model is known, asked for beforehand or not. */
interface OwnList extends PriceIndex {
  readonly source: string;
  readonly readAtMs: number;
}

/** What this process found out itself. */
interface Found extends KnownPrices {
  readonly list?: OwnList;
  /** Whether it is on the disk, too. */
  readonly isKept: boolean;
  readonly warnings: readonly Warning[];
}

/** What is known from the disk and from this process. */
interface Known extends KnownPrices {
  readonly list?: OwnList;
  readonly warnings: readonly Warning[];
}

/** A read of the list under way. */
interface Reading {
  /** What is to be looked up in it. More may be added, and is looked up if it comes in time. */
  readonly names: Set<string>;
  readonly done: Promise<void>;
}

/** A call that comes too late for a read under way begins another, which has what it needs. */
const READS_MAX = 2;

/**
 * Prices by one list. Calls at once share one read of it, which goes on when a call stops waiting: it ends by its own
 * bounds, and keeps the process alive no longer. What a read finds holds in this process also where it cannot be stored,
 * and for models that nobody asked about: an agent may report one that no catalog lists.
 */
export function createPrices(options: PricesOptions): Prices {
  const { store, source = PUBLIC_PRICE_LIST, wallClock = Date.now } = options;
  const { shown } = parsePriceSource(source);
  const readOnce = createReader({ ...options, source, shown });
  let found: Found = { isKept: true, warnings: [] };
  let reading: Reading | undefined;

  const look = async (): Promise<Known> => joinKnown(await store.readPrices(shown), found);
  const begin = (names: readonly string[]): Reading => {
    if (reading === undefined) {
      const wanted = new Set<string>();
      const done = readOnce(wanted).then((news) => {
        const { stored, list } = found;
        found = { ...(stored && { stored }), ...(list && { list }), ...news };
        reading = undefined;
      });
      reading = { names: wanted, done };
    }
    for (const name of names) reading.names.add(name);
    return reading;
  };

  return {
    read: async (query) => {
      query.signal.throwIfAborted();
      const names = [...query.needed, ...query.offered];
      let news: readonly Warning[] = [];
      let known = await look();
      for (let reads = 0; planPriceRead(known, query, wallClock()) === 'wait' && reads < READS_MAX; reads++) {
        await untilDone(begin(names).done, query.signal);
        news = found.warnings;
        known = await look();
      }
      if (planPriceRead(known, query, wallClock()) === 'background') begin(names);
      return factsOf({ ...known, warnings: [...news, ...known.warnings] }, shown, wallClock());
    },
    settled: async () => {
      while (reading !== undefined) await reading.done;
    },
  };
}

/** Reads the list once and keeps what comes of it. Never rejects. */
function createReader({
  store,
  source,
  shown,
  wallClock = Date.now,
  readList = readPriceList,
}: PricesOptions & { readonly source: string; readonly shown: string }) {
  return async (names: ReadonlySet<string>): Promise<Found> => {
    try {
      const { priceOf } = createPriceIndex(await readList({ source, signal: new AbortController().signal }));
      const list: OwnList = { source: shown, readAtMs: wallClock(), priceOf };
      return { list, ...(await store.keepPrices({ ...list, names })) };
    } catch (error) {
      const failed = { source: shown, failedAtMs: wallClock(), failure: wordsOf(failureOf(error)) };
      return { failed, ...(await store.keepPriceFailure(failed)) };
    }
  };
}

function wordsOf({ message, remedy }: Failure): string {
  const words = remedy === undefined ? message : `${message}; ${remedy}`;
  return words.slice(0, FAILURE_MAX_CHARACTERS);
}

/** The disk goes first, where other processes may have written since; what could not be written goes before it. Pure. */
function joinKnown(disk: Known, found: Found): Known {
  const [first, second] = found.isKept ? [disk, found] : [found, disk];
  const stored = first.stored ?? second.stored;
  const failed = found.isKept ? (disk.failed ?? since(stored, found.failed)) : found.failed;
  const warnings = found.isKept ? disk.warnings : [...disk.warnings, ...found.warnings];
  const { list } = found;
  return { ...(stored && { stored }), ...(failed && { failed }), ...(list && { list }), warnings };
}

/** A failure, unless the list was read after it. */
function since(stored: StoredPrices | undefined, failed: PriceFailure | undefined): PriceFailure | undefined {
  return stored !== undefined && failed !== undefined && stored.readAtMs >= failed.failedAtMs
    ? undefined
    : failed;
}

async function untilDone(done: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  signal.throwIfAborted();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    await Promise.race([done, aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

function factsOf({ stored, list, failed, warnings }: Known, source: string, nowMs: number): PriceFacts {
  const readAt = stored && new Date(stored.readAtMs).toISOString();
  const isBarred = failed !== undefined && !hasPassed(failed.failedAtMs, PRICES_RETRY_MS, nowMs);
  return {
    source,
    ...(readAt !== undefined && { readAt }),
    isStale: stored !== undefined && hasPassed(stored.readAtMs, PRICES_FRESH_MS, nowMs),
    warnings: withoutRepeats([...warnings, ...(isBarred ? [pricesUnavailable(failed.failure, readAt)] : [])]),
    priceOf: (model) => {
      const known = stored && storedPrice(stored.models, model);
      if (stored !== undefined && known !== undefined) return evidenceOf(known, stored, nowMs);
      return list && evidenceOf(list.priceOf(model), list, nowMs);
    },
  };
}

function evidenceOf(
  price: PriceMatch | null | undefined,
  { source, readAtMs }: Pick<StoredPrices, 'source' | 'readAtMs'>,
  nowMs: number,
): PriceEvidence | undefined {
  if (!price) return undefined;
  return {
    ...price,
    source,
    readAt: new Date(readAtMs).toISOString(),
    // A clock that was set back makes no list younger than now.
    ageMs: Math.max(0, nowMs - readAtMs),
  };
}

function withoutRepeats(warnings: readonly Warning[]): readonly Warning[] {
  return [...new Map(warnings.map((warning) => [warning.message, warning])).values()];
}
