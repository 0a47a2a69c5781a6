import { createQuotaStore } from '@coagent8/backends';
import type { Backend, BackendTurn, CatalogRequest, Catalogs, QuotaStore } from '@coagent8/backends';
import type {
  AskConsent,
  BackendEvent,
  BackendId,
  PriceEvidence,
  Quotas,
  TurnProgress,
  Warning,
} from '@coagent8/contracts';
import type { ListedModel, ModelCatalog, PriceQuery, Prices } from '@coagent8/models';

import type { TurnDependencies } from '../src/turn-dependencies.js';

/** What an agent does in a turn. */
export type Script = (turn: BackendTurn) => AsyncIterable<BackendEvent>;

export function listed(id: string, more: Partial<ListedModel> = {}): ListedModel {
  return {
    id,
    aliases: [],
    variants: [],
    efforts: [],
    isEffortRequired: false,
    isDefault: false,
    ...more,
  };
}

/** A complete catalog of these models, whose first is the default. */
export function catalogOf(...models: (string | ListedModel)[]): ModelCatalog {
  const rows = models.map((model) => (typeof model === 'string' ? listed(model) : model));
  return { models: rows, isComplete: true };
}

export function evidenceOf(model: string, outputUsdPerMillion: number): PriceEvidence {
  return {
    outputUsdPerMillion,
    entry: `vendor/${model}`,
    match: 'exact',
    source: '/srv/prices.json',
    readAt: '2030-01-01T00:00:00.000Z',
    ageMs: 3 * 3_600_000,
  };
}

/** What one agent answers about its models: a catalog, or what it throws. */
export type CatalogAnswer = ModelCatalog | Error | ((request: CatalogRequest) => Promise<ModelCatalog>);

/** A world of one turn. By itself each agent lists {@link started}'s model alone, it is cheap, and nobody can be asked. */
export interface World {
  /** Parts of the only agent; more agents are in `agents`. */
  readonly backend?: Partial<Backend>;
  readonly agents?: readonly BackendId[];
  readonly catalogs?: Partial<Record<BackendId, CatalogAnswer>>;
  readonly catalogWarnings?: readonly Warning[];
  /** What unlisted names stand for, or why they stand for nothing. Its presence makes the agents be asked. */
  readonly names?: Readonly<Record<string, string | Error>>;
  /** USD per million output tokens by model. */
  readonly prices?: Readonly<Record<string, number>>;
  /** What the list says beyond that of a model that is asked for by its name. */
  readonly looked?: Readonly<Record<string, number>>;
  readonly priceWarnings?: readonly Warning[];
  /** What is known of the agents' limits. Default: what `quota.json` in the folder says. */
  readonly quotas?: Quotas;
  /** Parts of the store of limits in place of the real one, which keeps its file in the folder. */
  readonly quotaStore?: Partial<QuotaStore>;
  readonly wallClock?: () => number;
  /** In milliseconds. Default: that of the machine. */
  readonly now?: () => number;
  readonly askConsent?: AskConsent;
  readonly change?: object;
  readonly variables?: Record<string, string>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: TurnProgress) => void;
}

const CATALOG: ModelCatalog = { models: [listed('big-model')], isComplete: false };
const PRICES: Readonly<Record<string, number>> = { 'big-model': 5 };

/** What was done through the dependencies of a turn. Live. */
export interface Seen {
  readonly turns: (BackendTurn & { readonly backend: BackendId })[];
  readonly catalogsRead: BackendId[];
  readonly namesResolved: string[];
  readonly priceQueries: PriceQuery[];
  /** What was asked of the store of limits, by the names of its functions. */
  readonly quotasAsked: (keyof QuotaStore)[];
}

/** The dependencies of turns in `folder`, which also keeps their data. */
export function scriptedDependencies(
  folder: string,
  script: Script,
  world: World = {},
): { readonly dependencies: TurnDependencies; readonly seen: Seen } {
  const seen: Seen = { turns: [], catalogsRead: [], namesResolved: [], priceQueries: [], quotasAsked: [] };
  const { wallClock = Date.now, now = () => performance.now() } = world;
  const dependencies: TurnDependencies = {
    environment: {
      variables: { COAGENT8_DIR: `${folder}/.data`, ...world.variables },
      platform: process.platform,
      homeDirectory: '/home/someone',
      workingDirectory: folder,
    },
    backends: (world.agents ?? ['codex']).map(scripted),
    catalogs: scriptedCatalogs(),
    prices: scriptedPrices(),
    quotas: scriptedQuotas(),
    wallClock,
    now,
  };
  return { dependencies, seen };

  function scripted(id: BackendId): Backend {
    const only = world.agents === undefined ? world.backend : undefined;
    const backend = { id, ...only };
    return {
      locate: async () => ({ path: `/usr/bin/${backend.id}`, source: 'path' }),
      examine: () => Promise.reject(new Error('a turn examines nothing')),
      catalogInputs: () => Promise.reject(new Error('catalogs ask for it')),
      listModels: () => Promise.reject(new Error('catalogs ask for it')),
      readQuota: () => Promise.reject(new Error('a turn reads no quota')),
      ...(world.names === undefined
        ? {}
        : { resolveModel: () => Promise.reject(new Error('catalogs ask for it')) }),
      startTurn: (turn) => {
        seen.turns.push({ ...turn, backend: backend.id });
        return script(turn);
      },
      ...backend,
    };
  }

  function scriptedCatalogs(): Catalogs {
    return {
      read: async (asked) => {
        seen.catalogsRead.push(asked.backend.id);
        const answer = world.catalogs?.[asked.backend.id] ?? CATALOG;
        if (answer instanceof Error) throw answer;
        const catalog = typeof answer === 'function' ? await answer(asked) : answer;
        return { catalog, readAtMs: 0, warnings: world.catalogWarnings ?? [] };
      },
      resolve: async ({ model }) => {
        seen.namesResolved.push(model);
        const answer = world.names?.[model] ?? model;
        if (answer instanceof Error) throw answer;
        return answer;
      },
    };
  }

  function scriptedPrices(): Prices {
    return {
      read: async (query) => {
        seen.priceQueries.push(query);
        return {
          priceOf: (model) => {
            const looked = query.needed.includes(model) ? world.looked?.[model] : undefined;
            const price = (world.prices ?? PRICES)[model] ?? looked;
            return price === undefined ? undefined : evidenceOf(model, price);
          },
          source: '/srv/prices.json',
          isStale: false,
          warnings: world.priceWarnings ?? [],
        };
      },
      settled: async () => undefined,
    };
  }

  function scriptedQuotas(): QuotaStore {
    const data = `${folder}/.data`;
    const places = { quotaFile: `${data}/quota.json`, locksDirectory: `${data}/locks` };
    const { quotas } = world;
    const store: QuotaStore = {
      ...createQuotaStore(places, { wallClock }),
      ...(quotas === undefined ? {} : { read: async () => ({ quotas, warnings: [] }) }),
      ...world.quotaStore,
    };
    const noting = <Ask extends keyof QuotaStore>(ask: Ask): QuotaStore[Ask] => {
      const act = store[ask] as (...args: unknown[]) => unknown;
      return ((...args: unknown[]) => {
        seen.quotasAsked.push(ask);
        return act(...args);
      }) as QuotaStore[Ask];
    };
    return {
      read: noting('read'),
      keepReading: noting('keepReading'),
      keepCooldown: noting('keepCooldown'),
      endCooldowns: noting('endCooldowns'),
    };
  }
}
