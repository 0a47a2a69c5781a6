import type { PriceEvidence } from '@coagent8/contracts';

import { priceKey, USUAL_EFFORTS } from '../identifier.js';
import type { ListPrice, PriceListEntry } from './price-list.js';

/** What one model costs by a list. */
export interface PriceMatch extends ListPrice {
  /** Name of the entry, as the list has it. */
  readonly entry: string;
  readonly match: PriceEvidence['match'];
}

/** A list, ready to be asked. */
export interface PriceIndex {
  /** What `model`, a concrete name, costs; undefined where no entry matches. */
  readonly priceOf: (model: string) => PriceMatch | undefined;
}

/**
 * Makes a list askable. An entry matches exactly where its name is the model's, but for what `priceKey` sees through;
 * approximately where it is the model's name, a dash and a part that begins with a letter: `swift-4-preview` is a price
 * for `swift-4`, `swift-4-5` is none. Never the other way round: a variant may be dearer than what it is a variant of.
 * Exact goes before approximate; of several matches of one kind the dearest counts.
 *
 * A name that ends in one of `USUAL_EFFORTS` and has no exact match may be a model at that effort: then what the name
 * without the word would match counts as approximate, beside what goes on from the whole name.
 *
 * Pure. Linear in the list; one look-up costs the same however long the list is.
 */
export function createPriceIndex(entries: readonly PriceListEntry[]): PriceIndex {
  const exact = new Map<string, PriceListEntry>();
  const beginning = new Map<string, PriceListEntry>();
  for (const entry of entries) {
    const key = priceKey(entry.name, []);
    if (key === '') continue;
    keepDearest(exact, key, entry);
    for (const base of basesOf(key)) keepDearest(beginning, base, entry);
  }
  return { priceOf: (model) => matchOf(model, { exact, beginning }) };
}

/** What `key`, in lower-case ASCII, goes on from with a dash and a letter. */
function* basesOf(key: string): Iterable<string> {
  for (let dash = key.indexOf('-', 1); dash > 0; dash = key.indexOf('-', dash + 1)) {
    const next = key.charAt(dash + 1);
    if (next >= 'a' && next <= 'z') yield key.slice(0, dash);
  }
}

interface Entries {
  /** By whole names. */
  readonly exact: ReadonlyMap<string, PriceListEntry>;
  /** By what a name begins with. */
  readonly beginning: ReadonlyMap<string, PriceListEntry>;
}

function matchOf(model: string, { exact, beginning }: Entries): PriceMatch | undefined {
  const key = priceKey(model, []);
  const same = exact.get(key);
  if (same !== undefined) return asMatch(same, 'exact');
  const base = priceKey(model, USUAL_EFFORTS);
  const near = dearest(beginning.get(key), exact.get(base) ?? beginning.get(base));
  return near === undefined ? undefined : asMatch(near, 'approximate');
}

function asMatch({ name, ...price }: PriceListEntry, match: PriceMatch['match']): PriceMatch {
  return { ...price, entry: name, match };
}

function keepDearest(entries: Map<string, PriceListEntry>, key: string, entry: PriceListEntry): void {
  entries.set(key, dearest(entries.get(key), entry) ?? entry);
}

/** Of two equally dear ones the first. */
function dearest(
  one: PriceListEntry | undefined,
  other: PriceListEntry | undefined,
): PriceListEntry | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const difference =
    other.outputUsdPerMillion - one.outputUsdPerMillion ||
    (other.inputUsdPerMillion ?? 0) - (one.inputUsdPerMillion ?? 0);
  return difference > 0 ? other : one;
}
