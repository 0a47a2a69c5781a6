import type { PriceEvidence } from '@coagent8/contracts';

import type { Governance, ListedModel, ModelCatalog, PriceFacts } from '../src/index.js';

/** A row of a catalog with nothing but an id, and what `rest` adds. */
export function row(id: string, rest: Partial<ListedModel> = {}): ListedModel {
  return { id, aliases: [], variants: [], efforts: [], isEffortRequired: false, isDefault: false, ...rest };
}

/** A complete catalog. */
export function catalogOf(...models: ListedModel[]): ModelCatalog {
  return { models, isComplete: true };
}

/** What a made-up list says of a model. */
export function priceOf(entry: string, outputUsdPerMillion: number): PriceEvidence {
  return {
    outputUsdPerMillion,
    entry,
    match: 'exact',
    source: 'a made-up list',
    readAt: '2026-11-30T00:00:00Z',
    ageMs: 0,
  };
}

/** Prices by exact name, in USD per million output tokens. Keeps what was asked in `asked`. */
export function pricesOf(usd: Readonly<Record<string, number>>): Pick<PriceFacts, 'priceOf'> & {
  readonly asked: Set<string>;
} {
  const known = new Map(Object.entries(usd));
  const asked = new Set<string>();
  return {
    asked,
    priceOf: (model) => {
      asked.add(model);
      const price = known.get(model);
      return price === undefined ? undefined : priceOf(model, price);
    },
  };
}

/** The rules of a user who has set none, and what `rest` changes. */
export function governanceOf({
  allow = [],
  ask = [],
  deny = [],
  ...limits
}: Partial<Governance['models'] & Omit<Governance, 'models'>> = {}): Governance {
  return { outputPriceAbove: 20, defaultPriceRatio: 2, ...limits, models: { allow, ask, deny } };
}
