import { headroomOf } from '@coagent8/backends';
import type { Backend, Catalogs, Executable, Headroom, QuotaStore } from '@coagent8/backends';
import type { Configuration } from '@coagent8/config';
import { failureOf } from '@coagent8/contracts';
import type { BackendId, BackendQuota, Environment, Failure, Warning } from '@coagent8/contracts';
import type { Governance, PriceFacts, Prices } from '@coagent8/models';

import { askedWith, isAllowed, locateAgent } from './agent-request.js';
import { distinctWarnings } from './distinct-warnings.js';
import { heldCooldowns } from './held-cooldowns.js';
import { EXAMINATION_TIMEOUT_MS, limitTime } from './limit-time.js';
import { listRows } from './list-rows.js';
import type { ReportedModelRow } from './list-rows.js';
import { readConfiguration } from './read-configuration.js';
import type { ConfigurationHealth } from './read-configuration.js';
import { priceListOf, readListedPrices } from './read-listed-prices.js';
import type { PriceListHealth } from './read-listed-prices.js';
import { listingWithout, readListing } from './read-listing.js';
import type { Listing } from './read-listing.js';
import { readQuotas } from './read-quotas.js';
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
  /**
   * What is kept of the limits of its account: what it last said, at its `readAt`, and what turns ran into and still holds.
   * Absent where nothing is.
   */
  readonly quota?: BackendQuota;
  /** What that means now for a turn that names no model. Absent where nothing is kept. */
  readonly headroom?: Headroom;
}

/** Which models there are, what they cost and which of them ask. A plain record; nothing in it is a secret. */
export interface ModelReport {
  /** When it was made, ISO 8601 in UTC. */
  readonly reportedAt: string;
  readonly configuration: ConfigurationHealth;
  /** The user's rules. Absent where the configuration cannot be read. */
  readonly governance?: Governance;
  readonly priceList: PriceListHealth;
  readonly backends: readonly BackendModels[];
  readonly warnings: readonly Warning[];
}

/** What is known of an agent before prices are. */
interface Looked {
  readonly state: BackendModels['state'];
  readonly failure?: Failure;
  readonly listing: Listing;
}

/**
 * Reports the models of the agents that are here, with prices, with what the user's rules say and with what is known of
 * their limits. Agents whose list is not known are started side by side, each for at most `timeoutMs`; for its limits none
 * is; no prompt is sent and nothing is left running. Never rejects: what fails is in the report. With a broken configuration
 * the models are reported without rules.
 */
export async function reportModels(dependencies: ModelReportDependencies): Promise<ModelReport> {
  const { environment, backends, backend, wallClock = Date.now } = dependencies;
  const { configuration, health } = await readConfiguration(environment);
  const wanted = backends.filter(({ id }) => backend === undefined || id === backend);
  const [looked, known] = await Promise.all([
    Promise.all(wanted.map((each) => look(each, configuration, dependencies))),
    readQuotas(dependencies.quotas),
  ]);
  const listings = looked.map(({ listing }) => listing);
  const prices = await readListedPrices(dependencies.prices, listings, { signal: dependencies.signal });
  const nowMs = wallClock();
  const report: ModelReport = {
    reportedAt: new Date(nowMs).toISOString(),
    configuration: health,
    ...(configuration === undefined ? {} : { governance: configuration.governance }),
    priceList: priceListOf(prices),
    backends: looked.map((each) => ({
      ...describe(each, prices, configuration?.governance),
      ...limitsOf(known.quotas[each.listing.backend], each.listing.configuredDefault, nowMs),
    })),
    warnings: distinctWarnings([
      ...listings.flatMap(({ warnings }) => warnings),
      ...prices.warnings,
      ...known.warnings,
    ]),
  };
  return secureReport(report, environment);
}

async function look(
  backend: Backend,
  configuration: Configuration | undefined,
  {
    environment,
    catalogs,
    isFresh = false,
    signal,
    timeoutMs = EXAMINATION_TIMEOUT_MS,
  }: ModelReportDependencies,
): Promise<Looked> {
  const { id } = backend;
  const unlisted = listingWithout(id, undefined);
  const request = { backend, environment, configuration, signal: limitTime(id, timeoutMs, signal) };
  if (isAllowed(request) === false) return { state: 'not-allowed', listing: unlisted };
  const configuredDefault = configuration?.backends[id].defaultModel;
  let executable: Executable | undefined;
  try {
    executable = await locateAgent(request);
    const asked = { ...askedWith(request, executable), isFresh };
    const listing = await readListing(catalogs, asked, configuredDefault);
    return { state: listing.catalog?.models.length ? 'listed' : 'no-catalog', listing };
  } catch (error) {
    const failure = failureOf(error);
    return executable === undefined
      ? { state: 'missing', failure, listing: unlisted }
      : { state: 'failed', failure, listing: listingWithout(id, configuredDefault) };
  }
}

function describe(
  { state, failure, listing }: Looked,
  prices: PriceFacts,
  governance: Governance | undefined,
): BackendModels {
  const { backend, readAt } = listing;
  return {
    backend,
    state,
    ...(failure === undefined ? {} : { failure }),
    ...(readAt === undefined ? {} : { readAt }),
    candidates: listRows(listing, prices, governance),
  };
}

/** What is stored, with what it means for the default model. */
function limitsOf(
  quota: BackendQuota | undefined,
  model: string | undefined,
  nowMs: number,
): Pick<BackendModels, 'quota' | 'headroom'> {
  if (quota === undefined) return {};
  const cooldowns = heldCooldowns(quota, nowMs);
  return { quota: { ...quota, cooldowns }, headroom: headroomOf(quota, { model, nowMs }) };
}
