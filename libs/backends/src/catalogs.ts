import type { Warning } from '@coagent8/contracts';
import { soundCatalog } from '@coagent8/models';
import type { CatalogStore, ModelCatalog, StoredCatalog } from '@coagent8/models';

import type { Backend, ExamineRequest } from './backend.js';
import { catalogKey } from './catalog-key.js';
import { catalogLate } from './errors.js';
import { inTime } from './in-time.js';
import { createProbeCache } from './probe-cache.js';
import type { ProbeCache } from './probe-cache.js';
import { watchAbort } from './wait.js';

/** How long a catalog holds on the disk, in milliseconds. In memory it holds as long as any probe. */
export const CATALOG_STORE_TTL_MS = 24 * 60 * 60_000;
/** How long an agent may take to say what it offers, or what a name stands for, in milliseconds: most take a second. */
export const CATALOG_TIMEOUT_MS = 20_000;
/** How many names are kept on the disk with what they stand for; the oldest goes first. */
export const RESOLVED_NAMES_MAX = 100;

/** What one agent offers, and how it is known. */
export interface CatalogReading {
  readonly catalog: ModelCatalog;
  /** When the agent said so, in milliseconds since 1970. */
  readonly readAtMs: number;
  /** What kept it from being stored. */
  readonly warnings: readonly Warning[];
}

/** What a catalog is read with. */
export interface CatalogRequest extends ExamineRequest {
  readonly backend: Backend;
  /** Asks the agent in any case. Default false. */
  readonly isFresh?: boolean;
}

/** The agents' catalogs: from memory, from the disk, or from the agent. */
export interface Catalogs {
  /**
   * @throws What `Backend.listModels` throws; `TIMEOUT`, naming the agent, where it takes {@link CATALOG_TIMEOUT_MS}; the
   * reason of the signal. A failure is never kept.
   */
  readonly read: (request: CatalogRequest) => Promise<CatalogReading>;
  /**
   * What `model` stands for, a name that the catalog does not list; `model` itself where the agent cannot be asked. Kept
   * with the catalog.
   *
   * @throws What `Backend.resolveModel` throws; otherwise as {@link Catalogs.read}.
   */
  readonly resolve: (request: CatalogRequest & { readonly model: string }) => Promise<string>;
}

/** What {@link Catalogs} act through. */
export interface CatalogsOptions {
  readonly store: CatalogStore;
  /** Monotonic clock in milliseconds. Default: `performance.now`. */
  readonly now?: () => number;
  /** Wall clock, in milliseconds since 1970. Default: `Date.now`. */
  readonly wallClock?: () => number;
}

/** Keeps catalogs by what they depend on: executable, settings, sign-in, provider variables. Misses at once share one read. */
export function createCatalogs({ store, now, wallClock = Date.now }: CatalogsOptions): Catalogs {
  const readings = createTwoCaches<CatalogReading>(now);
  const names = createTwoCaches<string>(now);
  return {
    read: async (request) => {
      const key = await catalogKey(request);
      return readings.get(key, request, (signal) => loadCatalog(key, { ...request, signal }));
    },
    resolve: async (request) => {
      const { backend, model } = request;
      if (backend.resolveModel === undefined) return model;
      const key = await catalogKey(request);
      const nameKey = JSON.stringify([key, model]);
      return names.get(nameKey, request, (signal) => loadName(key, { ...request, signal }));
    },
  };

  async function loadCatalog(key: string, request: CatalogRequest): Promise<CatalogReading> {
    const { stored, warnings } = await readStored(key);
    if (stored !== undefined && !request.isFresh) {
      return { catalog: soundCatalog(stored.catalog), readAtMs: stored.readAtMs, warnings };
    }
    const said = await askInTime(request, request.backend.listModels);
    const reading = { catalog: soundCatalog(said), readAtMs: wallClock() };
    const kept = store.keepCatalog(key, { ...reading, resolvedNames: {} });
    const failures = await whileWanted(kept, request.signal);
    return { ...reading, warnings: [...warnings, ...failures] };
  }

  async function loadName(
    key: string,
    request: CatalogRequest & { readonly model: string },
  ): Promise<string> {
    const { model, backend, isFresh } = request;
    const { stored } = await readStored(key);
    const known = isFresh ? undefined : storedName(stored, model);
    if (known !== undefined) return known;
    const said = await askInTime(request, ({ signal }) =>
      backend.resolveModel === undefined
        ? Promise.resolve(model)
        : backend.resolveModel({ ...request, signal }),
    );
    const name = soundName(said) ?? model;
    await whileWanted(keepName(key, model, name), request.signal);
    return name;
  }

  /** With the catalog as it is by now: it may have been read anew while the agent was asked. */
  async function keepName(key: string, model: string, name: string): Promise<readonly Warning[]> {
    const { stored } = await readStored(key);
    return stored === undefined ? [] : store.keepCatalog(key, withName(stored, model, name));
  }

  async function readStored(key: string): ReturnType<CatalogStore['readCatalog']> {
    const { stored, warnings } = await store.readCatalog(key);
    return stored !== undefined && isCurrent(stored) ? { stored, warnings } : { warnings };
  }

  /** What was read in the future was read before the clock was set back: nobody knows when. */
  function isCurrent({ readAtMs }: StoredCatalog): boolean {
    const ageMs = wallClock() - readAtMs;
    return ageMs >= 0 && ageMs < CATALOG_STORE_TTL_MS;
  }
}

/** Fresh reads share only with one another, and replace what the ordinary ones are served. */
function createTwoCaches<Result>(now: (() => number) | undefined): {
  readonly get: (
    key: string,
    request: Pick<CatalogRequest, 'isFresh' | 'signal'>,
    load: (signal: AbortSignal) => Promise<Result>,
  ) => Promise<Result>;
} {
  const clock = now === undefined ? {} : { now };
  const ordinary: ProbeCache<Result> = createProbeCache({ isKept: () => true, ...clock });
  const fresh: ProbeCache<Result> = createProbeCache({ isKept: () => false, ...clock });
  return {
    get: async (key, { isFresh = false, signal }, load) => {
      if (!isFresh) return ordinary.get(key, load, signal);
      const result = await fresh.get(key, load, signal);
      ordinary.keep(key, result);
      return result;
    },
  };
}

/** A hanging agent must not eat the call: it is stopped like one that nobody waits for any more. */
async function askInTime<Answer>(
  request: CatalogRequest,
  ask: (request: CatalogRequest) => Promise<Answer>,
): Promise<Answer> {
  const late = () => catalogLate(request.backend.id, CATALOG_TIMEOUT_MS);
  return inTime(request.signal, { timeoutMs: CATALOG_TIMEOUT_MS, late }, (signal) =>
    ask({ ...request, signal }),
  );
}

/** Another process may hold the store's lock for seconds: what nobody waits for any more is kept without them. */
async function whileWanted<Kept>(keeping: Promise<Kept>, signal: AbortSignal): Promise<Kept> {
  const abort = watchAbort(signal);
  try {
    return await Promise.race([keeping, abort.happened]);
  } finally {
    abort.dispose();
  }
}

function storedName(stored: StoredCatalog | undefined, model: string): string | undefined {
  const names = stored?.resolvedNames ?? {};
  return Object.hasOwn(names, model) ? names[model] : undefined;
}

function withName(stored: StoredCatalog, model: string, name: string): StoredCatalog {
  const others = Object.entries(stored.resolvedNames).filter(([known]) => known !== model);
  const newest = [...others, [model, name] as const].slice(-RESOLVED_NAMES_MAX);
  return { ...stored, resolvedNames: Object.fromEntries(newest) };
}

/** A name that an agent says is held to the same rules as any in its catalog. */
function soundName(model: string): string | undefined {
  return soundCatalog({ models: [], agentDefault: { model }, isComplete: false }).agentDefault?.model;
}
