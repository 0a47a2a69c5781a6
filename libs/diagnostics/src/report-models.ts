import type { Backend, CatalogRequest, Catalogs, Executable, QuotaStore } from '@coagent8/backends';
import type { BackendConfiguration, Configuration } from '@coagent8/config';
import { failureOf } from '@coagent8/contracts';
import type { BackendId, Environment, Failure, Warning } from '@coagent8/contracts';
import { findListed, listCandidates, neededPrices } from '@coagent8/models';
import type {
  Candidate,
  CandidateFacts,
  Governance,
  ModelCatalog,
  PriceFacts,
  Prices,
} from '@coagent8/models';

import { EXAMINATION_TIMEOUT_MS } from './examine-health.js';
import { limitTime } from './limit-time.js';
import { readConfiguration } from './read-configuration.js';
import type { ConfigurationHealth } from './read-configuration.js';
import { secureReport } from './secure-report.js';

/** What a report of the models needs from the world. */
export interface ModelReportDependencies {
  readonly environment: Environment;
  readonly backends: readonly Backend[];
  readonly catalogs: Catalogs;
  readonly prices: Pick<Prices, 'read'>;
  /** What is known of the agents' limits. */
  readonly quotas: Pick<QuotaStore, 'read'>;
  /** The only agent to report on. Default: all of them. */
  readonly backend?: BackendId;
  /** Whether the agents are asked in any case. Default false. */
  readonly isFresh?: boolean;
  /** Ends the waiting: what is not known by then is reported as failed. */
  readonly signal?: AbortSignal;
  /** How long one agent may take, in milliseconds. Default {@link EXAMINATION_TIMEOUT_MS}. */
  readonly timeoutMs?: number;
  /** Wall clock, in milliseconds since 1970. Default: `Date.now`. */
  readonly wallClock?: () => number;
}

/** A model that could run, and what the user's rules say of it. */
export type ReportedModelRow = Omit<Candidate, 'approval'> & {
  /** Absent where the rules cannot be read. */
  readonly approval?: Candidate['approval'];
  /** Whether an entry of `governance.models.allow` means it, whatever else does. */
  readonly isAllowed: boolean;
};

/** What one agent offers. */
export interface BackendModels {
  readonly backend: BackendId;
  /**
   * `listed`: the agent lists models. `no-catalog`: it was asked and lists none. `failed`: it was found and could not be
   * asked. `missing`: not found. `not-allowed`: `routing.allowedBackends` leaves it out, and nobody looked.
   */
  readonly state: 'listed' | 'no-catalog' | 'failed' | 'missing' | 'not-allowed';
  /** Why it is `failed` or `missing`. */
  readonly failure?: Failure;
  /** When the agent said so, ISO 8601 in UTC. */
  readonly readAt?: string;
  /** In the agent's order. Where it could not be asked, its configured default at most. */
  readonly candidates: readonly ReportedModelRow[];
}

/** Which models there are, what they cost and which of them ask. A plain record; nothing in it is a secret. */
export interface ModelReport {
  /** When it was made, ISO 8601 in UTC. */
  readonly reportedAt: string;
  readonly configuration: ConfigurationHealth;
  /** The user's rules. Absent where the configuration cannot be read. */
  readonly governance?: Governance;
  readonly priceList: Pick<PriceFacts, 'source' | 'readAt' | 'isStale'>;
  readonly backends: readonly BackendModels[];
  readonly warnings: readonly Warning[];
}

/** An agent and its list, before prices are known. */
interface Listing extends Omit<BackendModels, 'candidates'> {
  readonly configuredDefault?: string;
  readonly catalog?: ModelCatalog;
  /** What the name of the default stands for, where the catalog does not list it. */
  readonly resolvedName?: string;
  readonly warnings: readonly Warning[];
}

/**
 * Reports the models of the agents that are here, with prices and with what the user's rules say. Agents whose list is not
 * known are started side by side, each for at most `timeoutMs`; no prompt is sent and nothing is left running. Never
 * rejects: what fails is in the report. With a broken configuration the models are reported without rules.
 */
export async function reportModels(dependencies: ModelReportDependencies): Promise<ModelReport> {
  const { environment, backends, backend, wallClock = Date.now } = dependencies;
  const { configuration, health } = await readConfiguration(environment);
  const listings = await Promise.all(
    backends
      .filter(({ id }) => backend === undefined || id === backend)
      .map((each) => listModels(each, configuration, dependencies)),
  );
  const prices = await readPrices(listings, dependencies);
  const { source, readAt, isStale } = prices;
  const report: ModelReport = {
    reportedAt: new Date(wallClock()).toISOString(),
    configuration: health,
    ...(configuration === undefined ? {} : { governance: configuration.governance }),
    priceList: { source, ...(readAt === undefined ? {} : { readAt }), isStale },
    backends: listings.map((listing) => describe(listing, prices, configuration?.governance)),
    warnings: distinct([...listings.flatMap(({ warnings }) => warnings), ...prices.warnings]),
  };
  return secureReport(report, environment);
}

async function listModels(
  backend: Backend,
  configuration: Configuration | undefined,
  dependencies: ModelReportDependencies,
): Promise<Listing> {
  const { id } = backend;
  const settings = configuration?.backends[id];
  if (configuration?.routing.allowedBackends.includes(id) === false)
    return { backend: id, state: 'not-allowed', warnings: [] };
  const configured = settings?.defaultModel === undefined ? {} : { configuredDefault: settings.defaultModel };
  let executable: Executable | undefined;
  try {
    executable = await locate(backend, settings, dependencies.environment);
    const request = catalogRequest({ backend, executable, configuration }, dependencies);
    const known = { ...configured, ...(await readCatalog(request, dependencies)) };
    return { backend: id, ...known, ...(await resolveDefault(request, known, dependencies)) };
  } catch (error) {
    const failure = failureOf(error);
    return executable === undefined
      ? { backend: id, state: 'missing', failure, warnings: [] }
      : { backend: id, state: 'failed', failure, ...configured, warnings: [] };
  }
}

function locate(
  backend: Backend,
  settings: BackendConfiguration | undefined,
  environment: Environment,
): Promise<Executable> {
  return backend.locate({
    environment,
    workspacePath: environment.workingDirectory,
    ...(settings?.executable === undefined ? {} : { configuredExecutable: settings.executable }),
  });
}

/** What a turn would give the agent. */
function catalogRequest(
  asked: {
    readonly backend: Backend;
    readonly executable: Executable;
    readonly configuration: Configuration | undefined;
  },
  { environment, isFresh = false, signal, timeoutMs = EXAMINATION_TIMEOUT_MS }: ModelReportDependencies,
): CatalogRequest {
  const { backend, executable, configuration } = asked;
  return {
    backend,
    executable,
    environment,
    workspacePath: environment.workingDirectory,
    passVariables: configuration?.backends[backend.id].env ?? [],
    trustedWorkspaces: configuration?.backends.agy.trustedWorkspaces ?? [],
    isFresh,
    signal: limitTime(backend.id, timeoutMs, signal),
  };
}

async function readCatalog(
  request: CatalogRequest,
  { catalogs }: ModelReportDependencies,
): Promise<Pick<Listing, 'state' | 'readAt' | 'warnings'> & { readonly catalog: ModelCatalog }> {
  const { catalog, readAtMs, warnings } = await catalogs.read(request);
  const state = catalog.models.length > 0 ? 'listed' : 'no-catalog';
  return { state, catalog, readAt: new Date(readAtMs).toISOString(), warnings };
}

/** What the default's name stands for, where only the agent can say so. */
async function resolveDefault(
  request: CatalogRequest,
  {
    catalog,
    configuredDefault,
    warnings,
  }: { readonly catalog: ModelCatalog } & Pick<Listing, 'configuredDefault' | 'warnings'>,
  { catalogs }: ModelReportDependencies,
): Promise<Partial<Listing>> {
  const { backend } = request;
  const model = configuredDefault ?? catalog.agentDefault?.model;
  if (backend.resolveModel === undefined || model === undefined) return {};
  if (catalog.isComplete || findListed(catalog, model) !== undefined) return {};
  try {
    return { resolvedName: await catalogs.resolve({ ...request, model }) };
  } catch (error) {
    const message = `${backend.id} did not say what its default model stands for: ${failureOf(error).message}`;
    return { warnings: [...warnings, { code: 'CATALOG_UNAVAILABLE', message }] };
  }
}

const NO_PRICES: PriceFacts = { priceOf: () => undefined, source: '', isStale: true, warnings: [] };

/** The prices of all that is listed. One read for all agents. */
async function readPrices(
  listings: readonly Listing[],
  { prices, signal = new AbortController().signal }: ModelReportDependencies,
): Promise<PriceFacts> {
  try {
    const names = listings.flatMap(({ backend, configuredDefault, catalog, resolvedName }) => {
      const { needed, offered } = neededPrices({
        backend,
        wish: configuredDefault === undefined ? {} : { configuredDefault },
        ...(catalog === undefined ? {} : { catalog }),
        ...(resolvedName === undefined ? {} : { resolvedName }),
      });
      return [...needed, ...offered];
    });
    return await prices.read({ needed: [...new Set(names)], offered: [], hasLimit: false, signal });
  } catch (error) {
    return { ...NO_PRICES, warnings: [{ code: 'PRICES_UNAVAILABLE', message: failureOf(error).message }] };
  }
}

const NO_RULES: Governance = {
  outputPriceAbove: null,
  defaultPriceRatio: null,
  models: { allow: [], ask: [], deny: [] },
};

function describe(listing: Listing, prices: PriceFacts, governance: Governance | undefined): BackendModels {
  const { backend, state, failure, readAt, configuredDefault, catalog, resolvedName } = listing;
  const facts = { backend, configuredDefault, catalog, resolvedName, prices };
  const allowed = allowedAmong(facts, governance);
  const candidates = listCandidates({ ...facts, governance: governance ?? NO_RULES });
  return {
    backend,
    state,
    ...(failure === undefined ? {} : { failure }),
    ...(readAt === undefined ? {} : { readAt }),
    candidates: candidates.map(({ approval, ...row }) => ({
      ...row,
      ...(governance === undefined ? {} : { approval }),
      isAllowed: allowed.has(row.model),
    })),
  };
}

/** The models that an `allow` entry means: those that would be asked for, were the same entries on the `ask` list. */
function allowedAmong(
  facts: Omit<CandidateFacts, 'governance'>,
  governance: Governance | undefined,
): ReadonlySet<string> {
  const ask = governance?.models.allow ?? [];
  if (ask.length === 0) return new Set();
  const asked = listCandidates({
    ...facts,
    governance: { ...NO_RULES, models: { ...NO_RULES.models, ask } },
  });
  return new Set(
    asked
      .filter(({ approval }) => approval.outcome === 'ask' && approval.basis === 'ask_rule')
      .map(({ model }) => model),
  );
}

function distinct(warnings: readonly Warning[]): Warning[] {
  return [...new Map(warnings.map((warning) => [warning.message, warning])).values()];
}
