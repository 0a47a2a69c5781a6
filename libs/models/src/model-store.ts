import type { Warning } from '@coagent8/contracts';
import { createKeptFile } from '@coagent8/storage';
import type { KeptContent } from '@coagent8/storage';

import type { ModelCatalog } from './catalog.js';
import { NO_MODEL_DATA, parseModelData, renderModelData, withCatalog } from './model-data.js';
import type { ModelData } from './model-data.js';
import { pricesToStore } from './prices/price-store.js';
import type { PriceStore } from './prices/price-store.js';

/** A catalog as it is kept, by what it was made from. */
export interface StoredCatalog {
  readonly catalog: ModelCatalog;
  /** When the agent said so, in milliseconds since 1970. */
  readonly readAtMs: number;
  /** What names stand for that the catalog does not list, where the agent was asked. */
  readonly resolvedNames: Readonly<Record<string, string>>;
}

/** Catalogs on the disk: a part of `models.json`. Neither rejects: what fails is a warning, and nothing is lost by it. */
export interface CatalogStore {
  /** The catalog under `key`; without one, `stored` is absent. */
  readonly readCatalog: (
    key: string,
  ) => Promise<{ readonly stored?: StoredCatalog; readonly warnings: readonly Warning[] }>;
  /** Keeps `stored` under `key`, and the newest few of other keys. */
  readonly keepCatalog: (key: string, stored: StoredCatalog) => Promise<readonly Warning[]>;
}

/** Size of the largest `models.json`, in bytes of UTF-8. */
export const MODELS_FILE_MAX_BYTES = 16 * 1024 * 1024;

/** Where the store is; a part of `Locations` of the configuration. */
export interface ModelStoreOptions {
  readonly modelsFile: string;
  readonly locksDirectory: string;
}

const CONTENT: KeptContent<ModelData> = {
  empty: NO_MODEL_DATA,
  maxBytes: MODELS_FILE_MAX_BYTES,
  parse: parseModelData,
  render: renderModelData,
  words: {
    effect: 'what the agents offer and what it costs is read anew as long as this lasts',
    loss: 'what was in it is read anew',
  },
};

/**
 * What agents offer and what it costs, in one file for any number of processes (`createKeptFile`).
 *
 * @param places - A function is asked at each use: where it throws, the store fails as one whose disk refuses.
 */
export function createModelStore(
  places: ModelStoreOptions | (() => ModelStoreOptions),
): CatalogStore & PriceStore {
  const find = typeof places === 'function' ? places : () => places;
  const { read: load, update } = createKeptFile(CONTENT, () => {
    const { modelsFile, locksDirectory } = find();
    return { path: modelsFile, locksDirectory };
  });
  return {
    readCatalog: async (key) => {
      const { data, warnings } = await load();
      const stored = data.catalogs.get(key);
      return { ...(stored && { stored }), warnings };
    },
    keepCatalog: async (key, stored) =>
      (await update((data) => ({ ...data, catalogs: withCatalog(data.catalogs, key, stored) }))).warnings,
    readPrices: async (source) => {
      const { data, warnings } = await load();
      const stored = ofSource(data.prices, source);
      const failed = ofSource(data.priceFailure, source);
      return { ...(stored && { stored }), ...(failed && { failed }), warnings };
    },
    keepPrices: async (read) => {
      let stored = pricesToStore(read, undefined);
      const kept = await update((data) => {
        stored = pricesToStore(read, data.prices);
        const { priceFailure, ...others } = data;
        const isOther = priceFailure !== undefined && priceFailure.source !== read.source;
        return { ...others, prices: stored, ...(isOther && { priceFailure }) };
      });
      return { stored, ...kept };
    },
    keepPriceFailure: (failed) => update((data) => ({ ...data, priceFailure: failed })),
  };
}

function ofSource<Known extends { readonly source: string }>(
  known: Known | undefined,
  source: string,
): Known | undefined {
  return known?.source === source ? known : undefined;
}
