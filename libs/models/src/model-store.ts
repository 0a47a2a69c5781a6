import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import { CoAgentError, failureOf } from '@coagent8/contracts';
import type { Warning } from '@coagent8/contracts';
import { placeOfJsonFault, readBounded, withLockFile, writeAtomic } from '@coagent8/storage';

import type { ModelCatalog } from './catalog.js';
import { NO_MODEL_DATA, parseModelData, renderModelData, withCatalog } from './model-data.js';
import type { ModelData } from './model-data.js';
import { pricesToStore } from './prices/price-store.js';
import type { PriceStore } from './prices/price-store.js';
import { storeFailed, storeIsBroken, storeIsFull, storeIsNewer } from './store-warnings.js';

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
/** How long to wait for other processes that write the file, in milliseconds: longer than a lock is left behind. */
export const STORE_LOCK_WAIT_MS = 8_000;
/** When a lock counts as left behind by a killed process, in milliseconds. A write takes some ten. */
export const STORE_LOCK_STALE_MS = 4_000;

/** Where the store is; a part of `Locations` of the configuration. */
export interface ModelStoreOptions {
  readonly modelsFile: string;
  readonly locksDirectory: string;
}

/** The file as it was found. */
interface Loaded {
  readonly data: ModelData;
  readonly warnings: readonly Warning[];
  /** Whether it may be replaced. */
  readonly isOurs: boolean;
}

interface Kept {
  readonly isKept: boolean;
  readonly warnings: readonly Warning[];
}

type Change = (data: ModelData) => ModelData;

/**
 * What agents offer and what it costs, in one file. Any number of processes may use it: changes are made one at a time,
 * under `models.json.lock`. A file of a newer version and one that may not be read are left alone; one that holds something
 * else is replaced. Reading a file that has not changed since costs one look at it.
 *
 * @param places - A function is asked at each use: where it throws, the store fails as one whose disk refuses.
 */
export function createModelStore(
  places: ModelStoreOptions | (() => ModelStoreOptions),
): CatalogStore & PriceStore {
  const find = typeof places === 'function' ? places : () => places;
  const load = createLoader(find);
  const update = createUpdater(find, load);
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

/** Never rejects. */
function createLoader(find: () => ModelStoreOptions): () => Promise<Loaded> {
  let last: { readonly stamp: string; readonly loaded: Loaded } | undefined;
  const loadFrom = async (path: string) => {
    // Before the reading: where the file changes in between, the next look finds another stamp.
    const stamp = await stampOf(path);
    if (stamp !== undefined && stamp === last?.stamp) return last.loaded;
    const loaded = await readData(path);
    // What kept the file from being read may be over the next time.
    last = stamp === undefined || loaded.warnings.length > 0 ? undefined : { stamp, loaded };
    return loaded;
  };
  return async () => {
    try {
      return await loadFrom(find().modelsFile);
    } catch (error) {
      return outOfReach(error);
    }
  };
}

function outOfReach(error: unknown): Loaded {
  return { data: NO_MODEL_DATA, warnings: [storeFailed(failureOf(error))], isOurs: false };
}

/** What changes with the file; undefined where there is none, or it cannot be told. */
async function stampOf(path: string): Promise<string | undefined> {
  try {
    const { ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return [ino, size, mtimeNs, ctimeNs].join();
  } catch {
    return undefined;
  }
}

async function readData(path: string): Promise<Loaded> {
  try {
    const text = await readBounded(path, { maxBytes: MODELS_FILE_MAX_BYTES });
    return text === undefined ? { data: NO_MODEL_DATA, warnings: [], isOurs: true } : judgeText(path, text);
  } catch (error) {
    const isContent = CoAgentError.is(error) && (await isReplaceable(path, error));
    return isContent ? broken(path, 'too large, or no UTF-8 text') : outOfReach(error);
  }
}

/** Whether a file that could not be read may be replaced: only what is wrong inside a regular file is ours to mend. */
async function isReplaceable(path: string, { details }: CoAgentError): Promise<boolean> {
  if (details?.['system'] !== undefined) return false;
  return stat(path).then(
    (about) => about.isFile(),
    () => false,
  );
}

function judgeText(path: string, text: string): Loaded {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    const { line } = placeOfJsonFault(text) ?? {};
    return broken(path, line === undefined ? 'it is not JSON' : `line ${line} is not JSON`);
  }
  const reading = parseModelData(content);
  if (reading.kind === 'data') return { data: reading.data, warnings: [], isOurs: true };
  if (reading.kind === 'broken') return broken(path, reading.problem);
  return { data: NO_MODEL_DATA, warnings: [storeIsNewer(path, reading.version)], isOurs: false };
}

function broken(path: string, problem: string): Loaded {
  return { data: NO_MODEL_DATA, warnings: [storeIsBroken(path, problem)], isOurs: true };
}

/** Changes the file, one change at a time. Never rejects. */
function createUpdater(
  find: () => ModelStoreOptions,
  load: () => Promise<Loaded>,
): (change: Change) => Promise<Kept> {
  const times = { waitMs: STORE_LOCK_WAIT_MS, staleMs: STORE_LOCK_STALE_MS };
  let last: Promise<unknown> = Promise.resolve();
  return (change) => {
    // Own changes wait in line here: they would wait for each other's lock in steps.
    const kept = last.then(async () => {
      try {
        const { modelsFile, locksDirectory } = find();
        const lock = join(locksDirectory, 'models.json.lock');
        return await withLockFile(lock, async () => write(modelsFile, await load(), change), times);
      } catch (error) {
        return { isKept: false, warnings: [storeFailed(failureOf(error))] };
      }
    });
    last = kept;
    return kept;
  };
}

async function write(path: string, { data, warnings, isOurs }: Loaded, change: Change): Promise<Kept> {
  const text = isOurs ? renderModelData(change(data), MODELS_FILE_MAX_BYTES) : undefined;
  if (!isOurs) return { isKept: false, warnings };
  if (text === undefined)
    return { isKept: false, warnings: [...warnings, storeIsFull(path, MODELS_FILE_MAX_BYTES)] };
  await writeAtomic(path, text);
  return { isKept: true, warnings };
}
