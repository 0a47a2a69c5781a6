import type { Backend, BackendTurn, CatalogRequest, Catalogs } from '@coagent8/backends';
import { turnOutcomeSchema, turnRequestSchema } from '@coagent8/contracts';
import type {
  AskConsent,
  BackendEvent,
  BackendId,
  PriceEvidence,
  TurnProgress,
  Warning,
} from '@coagent8/contracts';
import type { ListedModel, ModelCatalog, PriceQuery, Prices } from '@coagent8/models';

import { createTurnOperations } from '../src/turn-operations.js';

export const started: Extract<BackendEvent, { type: 'started' }> = {
  type: 'started',
  evidence: { profile: 'read-only', assurance: 'verified', checks: [] },
  model: 'big-model',
  agentVersion: '1.0.0',
};
export const says = (text: string): BackendEvent => ({
  type: 'message-completed',
  messageId: 'm',
  role: 'answer',
  text,
});
export const completed: BackendEvent = { type: 'completed' };

/** What an agent does in a turn. */
export type Script = (turn: BackendTurn) => AsyncIterable<BackendEvent>;

export function playing(...events: BackendEvent[]): Script {
  return async function* () {
    yield* events;
  };
}

/** Reports the model that it was asked for, as the seam wants it, and answers. */
export const obeying: Script = async function* ({ model = 'big-model', requireModel }) {
  await requireModel?.({ model });
  yield { ...started, model };
  yield says('Yes.');
  yield completed;
};

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
  readonly askConsent?: AskConsent;
  readonly change?: object;
  readonly variables?: Record<string, string>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: TurnProgress) => void;
}

const CATALOG: ModelCatalog = { models: [listed('big-model')], isComplete: false };
const PRICES: Readonly<Record<string, number>> = { 'big-model': 5 };

/** Runs a turn in `folder`, which also keeps its data, and tells what was done on the way. */
export async function runScripted(folder: string, script: Script, world: World = {}) {
  const turns: (BackendTurn & { readonly backend: BackendId })[] = [];
  const progress: TurnProgress[] = [];
  const catalogsRead: BackendId[] = [];
  const namesResolved: string[] = [];
  const priceQueries: PriceQuery[] = [];
  const operations = createTurnOperations({
    environment: {
      variables: { COAGENT8_DIR: `${folder}/.data`, ...world.variables },
      platform: process.platform,
      homeDirectory: '/home/someone',
      workingDirectory: folder,
    },
    backends: (world.agents ?? ['codex']).map(scripted),
    catalogs: scriptedCatalogs(),
    prices: scriptedPrices(),
    now: () => performance.now(),
  });
  const request = turnRequestSchema.parse({
    schemaVersion: 1,
    operation: 'consult',
    proposal: 'Is it right?',
    origin: { directory: folder },
    ...world.change,
  });
  const outcome = turnOutcomeSchema.parse(
    await operations.run(request, {
      signal: world.signal ?? new AbortController().signal,
      onProgress: (each) => {
        progress.push(each);
        world.onProgress?.(each);
      },
      ...(world.askConsent === undefined ? {} : { askConsent: world.askConsent }),
    }),
  );
  return { outcome, turns, progress, catalogsRead, namesResolved, priceQueries };

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
        turns.push({ ...turn, backend: backend.id });
        return script(turn);
      },
      ...backend,
    };
  }

  function scriptedCatalogs(): Catalogs {
    return {
      read: async (asked) => {
        catalogsRead.push(asked.backend.id);
        const answer = world.catalogs?.[asked.backend.id] ?? CATALOG;
        if (answer instanceof Error) throw answer;
        const catalog = typeof answer === 'function' ? await answer(asked) : answer;
        return { catalog, readAtMs: 0, warnings: world.catalogWarnings ?? [] };
      },
      resolve: async ({ model }) => {
        namesResolved.push(model);
        const answer = world.names?.[model] ?? model;
        if (answer instanceof Error) throw answer;
        return answer;
      },
    };
  }

  function scriptedPrices(): Prices {
    return {
      read: async (query) => {
        priceQueries.push(query);
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
}
