import { defaultOf } from './choose-model.js';
import { isModelName } from './name-form.js';
import { resolveName } from './resolve-name.js';
import type { SelectionFacts } from './select-model.js';

/**
 * Which prices `selectModel` and the rules will look at, and which are looked up along the way. With a price limit and no
 * named model that is every model of the catalog. A name that is refused for missing from the catalog needs none: it may be
 * any text. Pure. Never throws.
 */
export function neededPrices(facts: Omit<SelectionFacts, 'prices' | 'governance'>): {
  readonly needed: readonly string[];
  readonly offered: readonly string[];
} {
  const { wish, outputPriceBelow, catalog } = facts;
  const offered = (catalog?.models ?? []).map(({ id }) => id);
  const byDefault = defaultOf(facts).resolved;
  const named =
    wish.model !== undefined && isModelName(wish.model) ? resolveName(wish.model, facts) : undefined;
  const isRefused = catalog?.isComplete === true && named?.listed === undefined;
  const needed = [
    ...(named === undefined || isRefused ? [] : [named.model]),
    ...(byDefault === undefined ? [] : [byDefault.model]),
    ...(wish.model === undefined && outputPriceBelow !== undefined ? offered : []),
  ];
  return { needed: [...new Set(needed)], offered };
}
