import type { Backend, Catalogs, QuotaStore } from '@coagent8/backends';
import type { Configuration, Locations, recordDefaultModel } from '@coagent8/config';
import { failureOf } from '@coagent8/contracts';
import type { BackendId, Environment, Quotas, Warning } from '@coagent8/contracts';
import type { PriceFacts, Prices } from '@coagent8/models';

import { describeLimits, describeModels } from './describe-agent.js';
import { distinctWarnings } from './distinct-warnings.js';
import { examineAgent } from './examine-agent.js';
import type { ExaminedAgent } from './examine-agent.js';
import { healthRecord } from './health-record.js';
import type { HealthRecord } from './health-record.js';
import type { BackendHealth, HealthReport } from './health-report.js';
import { judgeSignIn, judgeState } from './judge-health.js';
import { storeHeld } from './errors.js';
import { EXAMINATION_TIMEOUT_MS, limitTime, limitWait, STORES_MAX_WAIT_MS } from './limit-time.js';
import { lookAtDataRoot } from './look-at-data-root.js';
import { readConfiguration } from './read-configuration.js';
import type { ReadConfiguration } from './read-configuration.js';
import { priceListOf, readListedPrices } from './read-listed-prices.js';
import { readQuotas } from './read-quotas.js';
import { defaultToRecord, recordDefault } from './record-default.js';
import { secureReport } from './secure-report.js';
import { whileWanted } from './while-wanted.js';

/** What an examination needs from the world. */
export interface HealthDependencies {
  readonly environment: Environment;
  readonly backends: readonly Backend[];
  /** Asked anew what the agents offer. */
  readonly catalogs: Catalogs;
  /** Waits for a list that is a day old. */
  readonly prices: Pick<Prices, 'read'>;
  /** Gets what the agents say of their limits. */
  readonly quotas: Pick<QuotaStore, 'read' | 'keepReading'>;
  /** Wall clock, in milliseconds since 1970. Default: `Date.now`. */
  readonly wallClock?: () => number;
  /** The only agent to examine. Default: all of them. */
  readonly backend?: BackendId;
  /**
   * Ends the waiting, and the agents with it: what is not known by then is reported as failed, and no default is recorded. A
   * reading that waits to be kept is kept by itself.
   */
  readonly signal?: AbortSignal;
  /**
   * How long one agent may take for all that it is asked, in milliseconds: its profile, its models and its limits are asked
   * for side by side. Default {@link EXAMINATION_TIMEOUT_MS}.
   */
  readonly timeoutMs?: number;
  /**
   * How long all readings may take to be kept, and then all defaults to be recorded, in milliseconds: another process may
   * hold the files. Default {@link STORES_MAX_WAIT_MS}.
   */
  readonly storesWaitMs?: number;
  /**
   * Whether a default model that nobody has named is written into the configuration. Default true. With this and
   * `readsQuotas` false an examination only looks: it changes nothing but what is remembered of models and prices.
   */
  readonly recordsDefaults?: boolean;
  /** Whether the agents are asked for the limits of their accounts, over the network. Default true. */
  readonly readsQuotas?: boolean;
  /** Default: `recordDefaultModel` of the configuration. */
  readonly recordDefaultModel?: typeof recordDefaultModel;
}

/**
 * Examines every agent side by side, each within `timeoutMs`; prices are waited for beside that, as long as one read of the
 * list takes from when the last agent has listed its models. Starts agents, sends no prompt, leaves nothing running. Keeps
 * what they say of their models and limits, and records a default model where nobody has named one. Never rejects: what
 * fails is in the report. A broken configuration is reported, and the agents are examined without it.
 */
export async function examineHealth(dependencies: HealthDependencies): Promise<HealthRecord> {
  const { environment, wallClock = Date.now } = dependencies;
  const read = await readConfiguration(environment);
  const { agents, prices } = await gatherAgents(dependencies, read.configuration);
  const kept = await keepReadings(agents, dependencies);
  const known = await readQuotas(dependencies.quotas);
  const facts = { read, prices, quotas: known.quotas, nowMs: wallClock() };
  const described: DescribedAgent[] = [];
  const wait = waitOf(dependencies);
  for (const agent of agents) described.push(await describeAgent(agent, { ...facts, wait }, dependencies));
  const isRecorded = described.some(({ health }) => health.models?.recorded !== undefined);
  const report: HealthReport = {
    reportedAt: new Date(facts.nowMs).toISOString(),
    configuration: detailsOf(isRecorded ? await readConfiguration(environment) : read),
    dataRoot: await lookAtDataRoot(environment),
    priceList: priceListOf(prices),
    directory: environment.workingDirectory,
    backends: described.map(({ health }) => health),
    warnings: distinctWarnings([
      ...agents.flatMap(({ listing }) => listing.result.warnings),
      ...[...prices.warnings, ...kept, ...known.warnings],
      ...described.flatMap(({ warnings }) => warnings),
    ]),
  };
  return healthRecord(await secureReport(report, environment));
}

/** Prices are read as soon as all lists are known: nothing else is waited for. */
async function gatherAgents(
  dependencies: HealthDependencies,
  configuration: Configuration | undefined,
): Promise<{ readonly agents: readonly ExaminedAgent[]; readonly prices: PriceFacts }> {
  const {
    environment,
    catalogs,
    signal,
    timeoutMs = EXAMINATION_TIMEOUT_MS,
    readsQuotas = true,
  } = dependencies;
  const started = dependencies.backends
    .filter(({ id }) => dependencies.backend === undefined || id === dependencies.backend)
    .map((backend) => {
      const request = {
        backend,
        environment,
        configuration,
        signal: limitTime(backend.id, timeoutMs, signal),
      };
      return examineAgent(request, { catalogs, readsQuotas });
    });
  const [agents, prices] = await Promise.all([
    Promise.all(started.map(({ examined }) => examined)),
    Promise.all(started.map(({ listing }) => listing)).then((listings) =>
      readListedPrices(
        dependencies.prices,
        listings.map(({ result }) => result),
        { isFresh: true, signal },
      ),
    ),
  ]);
  return { agents, prices };
}

const waitOf = ({ storesWaitMs = STORES_MAX_WAIT_MS, signal }: HealthDependencies) =>
  limitWait(storesWaitMs, signal);

/** Keeps side by side what was read, and nothing where a reading failed. What fails is a warning. */
async function keepReadings(
  agents: readonly ExaminedAgent[],
  dependencies: HealthDependencies,
): Promise<readonly Warning[]> {
  const wait = waitOf(dependencies);
  const kept = agents.map((agent) => keepReading(agent, wait, dependencies));
  return (await Promise.all(kept)).flat();
}

/** A reading is kept as reports tell it: agents name plans and limits as they like. */
async function keepReading(
  { backend, reading: { result } }: ExaminedAgent,
  wait: AbortSignal,
  { environment, quotas, signal }: HealthDependencies,
): Promise<readonly Warning[]> {
  if (signal?.aborted || result === undefined) return [];
  const keep = async () => quotas.keepReading(backend, await secureReport(result, environment));
  try {
    const warnings = await whileWanted(wait, keep(), undefined);
    return (
      warnings ?? (signal?.aborted ? [] : [storeHeld('what the agents said of their limits was not kept')])
    );
  } catch (error) {
    return [{ code: 'STORE_FAILED', message: failureOf(error).message }];
  }
}

/** What every agent is described with. */
interface SharedFacts {
  readonly read: ReadConfiguration;
  readonly prices: PriceFacts;
  readonly quotas: Quotas;
  readonly nowMs: number;
  /** Ends the wait for the configuration file. */
  readonly wait: AbortSignal;
}

interface DescribedAgent {
  readonly health: BackendHealth;
  readonly warnings: readonly Warning[];
}

async function describeAgent(
  agent: ExaminedAgent,
  { read: { configuration, described, locations }, prices, quotas, nowMs, wait }: SharedFacts,
  dependencies: HealthDependencies,
): Promise<DescribedAgent> {
  const { backend, executable, examination, listing, reading } = agent;
  const isAllowed = configuration?.routing.allowedBackends.includes(backend);
  const authentication = judgeSignIn(agent);
  const models = describeModels(agent, prices, configuration?.governance);
  const facts = { authentication, catalog: listing.result.catalog, byDefault: models?.default };
  // A write drops what is ignored, which may be a default by a misspelt name: the user is to see it first.
  const isAnyIgnored = described !== undefined && described.ignoredCount > 0;
  const model = isAnyIgnored ? undefined : defaultToRecord(facts);
  const { recorded, warnings } = await recordWanted({ backend, model, locations, wait }, dependencies);
  const wanted = recorded === undefined ? listing.result.configuredDefault : model;
  const limits = describeLimits(reading, quotas[backend], { model: wanted, nowMs });
  const failure = agent.missing ?? examination.failure;
  const known = {
    backend,
    ...(isAllowed === undefined ? {} : { isAllowed }),
    ...(executable === undefined ? {} : { executable }),
    ...(examination.result?.version === undefined ? {} : { version: examination.result.version }),
    ...(authentication === undefined ? {} : { authentication }),
    ...(examination.result === undefined ? {} : { evidence: examination.result.evidence }),
    ...(models === undefined
      ? {}
      : { models: { ...models, ...(recorded === undefined ? {} : { recorded }) } }),
    ...(limits === undefined ? {} : { limits }),
    ...(failure === undefined ? {} : { failure }),
  };
  return { health: { ...known, state: judgeState(known) }, warnings };
}

async function recordWanted(
  {
    backend,
    model,
    locations,
    wait,
  }: {
    readonly backend: BackendId;
    readonly model: string | undefined;
    readonly locations: Locations | undefined;
    readonly wait: AbortSignal;
  },
  { environment, signal, recordsDefaults = true, recordDefaultModel: record }: HealthDependencies,
): ReturnType<typeof recordDefault> {
  if (!recordsDefaults || signal?.aborted || model === undefined || locations === undefined)
    return { warnings: [] };
  const place = { locations, environment, signal: wait, ...(record === undefined ? {} : { record }) };
  const recorded = await whileWanted(wait, recordDefault(place, { backend, model }), undefined);
  const late = signal?.aborted ? [] : [storeHeld(`the default model of ${backend} was not recorded`)];
  return recorded ?? { warnings: late };
}

function detailsOf({ health, described, places }: ReadConfiguration): HealthReport['configuration'] {
  const known = { ...health, ...(places === undefined ? {} : { places }) };
  if (described === undefined) return known;
  const { fields, ignored, ignoredCount } = described;
  return { ...known, fields, ignored, ignoredCount };
}
