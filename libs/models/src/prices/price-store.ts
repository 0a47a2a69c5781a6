import type { Warning } from '@coagent8/contracts';

import { priceKey } from '../identifier.js';
import type { PriceMatch } from './match-price.js';

/** Prices of some models, all by one reading of one list. */
export interface StoredPrices {
  /** Where the list is from, as it is shown. Lists that differ only in what is not shown count as one. */
  readonly source: string;
  /** When the list was read, in milliseconds since 1970. */
  readonly readAtMs: number;
  /** By concrete name; `null`: looked up, and no entry matched. */
  readonly models: ReadonlyMap<string, PriceMatch | null>;
}

/** Longest account of a failure that is kept, in characters: a message names an address, which is at most some thousand. */
export const FAILURE_MAX_CHARACTERS = 4_000;

/** How a read of a list failed. */
export interface PriceFailure {
  readonly source: string;
  /** In milliseconds since 1970. */
  readonly failedAtMs: number;
  /** What went wrong and what to do, in words without anything secret; at most {@link FAILURE_MAX_CHARACTERS}. */
  readonly failure: string;
}

/** A list that was just read. */
export interface ReadPrices {
  readonly source: string;
  readonly readAtMs: number;
  /** What is to be known of it, most important first. */
  readonly names: Iterable<string>;
  /** What the list says of a name. */
  readonly priceOf: (name: string) => PriceMatch | undefined;
}

/**
 * Prices on the disk: a part of `models.json`. None rejects: what fails is a warning, and nothing is lost by it.
 */
export interface PriceStore {
  /** What is known of the list at `source`. What is known of others does not count. */
  readonly readPrices: (source: string) => Promise<{
    readonly stored?: StoredPrices;
    readonly failed?: PriceFailure;
    readonly warnings: readonly Warning[];
  }>;
  /**
   * Keeps the prices of `names` and, by the same list, of the names that are stored already: all that is stored is from
   * one reading. Forgets a failure of this list. `stored` is what is known from now on, also where it could not be kept.
   */
  readonly keepPrices: (read: ReadPrices) => Promise<{
    readonly stored: StoredPrices;
    readonly isKept: boolean;
    readonly warnings: readonly Warning[];
  }>;
  /** Remembers that a read failed. Stored prices stay. */
  readonly keepPriceFailure: (
    failed: PriceFailure,
  ) => Promise<{ readonly isKept: boolean; readonly warnings: readonly Warning[] }>;
}

/** Most names whose prices are kept. */
export const STORED_PRICES_MAX = 5_000;

/** What is to be stored of `read`, in the order of its names, then of those in `known`; no more than the bound. Pure. */
export function pricesToStore(read: ReadPrices, known: StoredPrices | undefined): StoredPrices {
  const models = new Map<string, PriceMatch | null>();
  for (const name of namesOf(read, known)) {
    if (models.size >= STORED_PRICES_MAX) break;
    if (!models.has(name)) models.set(name, read.priceOf(name) ?? null);
  }
  return { source: read.source, readAtMs: read.readAtMs, models };
}

function* namesOf(read: ReadPrices, known: StoredPrices | undefined): Iterable<string> {
  yield* read.names;
  if (known?.source === read.source) yield* known.models.keys();
}

/**
 * What is stored of `name`, in whatever spelling; `null` where it was looked up and no entry matched, undefined where it
 * was not. Pure.
 */
export function storedPrice(models: StoredPrices['models'], name: string): PriceMatch | null | undefined {
  const stored = models.get(name);
  return stored === undefined ? byKey(models).get(priceKey(name, [])) : stored;
}

/** Made once for each reading, and only where a spelling is not found as it is. */
const keyed = new WeakMap<StoredPrices['models'], StoredPrices['models']>();

function byKey(models: StoredPrices['models']): StoredPrices['models'] {
  const known = keyed.get(models) ?? new Map([...models].map(([name, price]) => [priceKey(name, []), price]));
  keyed.set(models, known);
  return known;
}
