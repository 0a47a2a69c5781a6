import { failureOf } from '@coagent8/contracts';
import type { BackendId, ConsultRequest, Failure, Warning } from '@coagent8/contracts';
import { secureRecord } from '@coagent8/security';

import { routeJudged } from './choose-backend.js';
import { considerBackends } from './consider-backends.js';
import type { ConsideredBackend } from './consider-backends.js';
import { diagnosticOf } from './diagnostic-of.js';
import { gatherFacts } from './gather-facts.js';
import type { TurnFacts } from './gather-facts.js';
import { gatherModels } from './gather-models.js';
import { judgeOffers } from './judge-offers.js';
import type { JudgedOffers } from './judge-offers.js';
import { routeFound } from './route-found.js';
import { isComparing, strategyOf } from './route.js';
import type { Route } from './route.js';
import type { TurnDependencies } from './turn-dependencies.js';

/** Which agent a request would run on, and why. A plain record; nothing in it is a secret. */
export interface RouteReport {
  /** When it was chosen, ISO 8601 in UTC. */
  readonly reportedAt: string;
  /** How one is chosen where none is named: as the request says, else the configuration; `fixed` where that is not known. */
  readonly strategy: 'fixed' | 'smart_quota';
  /** Absent where none can run it. */
  readonly backend?: BackendId;
  /** Why that one, where the choice was ours. */
  readonly reason?: string;
  /** Why there is none. */
  readonly failure?: Failure;
  /** All of them, the best first. None where the request failed before anybody looked for them. */
  readonly considered: readonly ConsideredBackend[];
  readonly warnings: readonly Warning[];
}

/** What is found out on the way to a route; each is absent where it did not get that far. */
interface Exploration {
  facts?: TurnFacts;
  judged?: JudgedOffers;
  route?: Route;
  failure?: Failure;
  readonly warnings: Warning[];
}

/**
 * Chooses as a turn would and starts none. An agent is started only where a model or a price limit is named and its list of
 * models is not known. Never rejects.
 */
export async function explainRoute(
  dependencies: TurnDependencies,
  request: ConsultRequest,
  signal: AbortSignal,
): Promise<RouteReport> {
  const { facts, judged, route, failure, warnings } = await explore(dependencies, request, signal);
  const report: RouteReport = {
    reportedAt: new Date(facts?.nowMs ?? dependencies.wallClock()).toISOString(),
    strategy: strategyOf({
      requested: request.backend,
      strategy: facts?.configuration.routing.strategy ?? 'fixed',
    }),
    ...(route === undefined ? {} : { backend: route.backend }),
    ...(route?.reason === undefined ? {} : { reason: route.reason }),
    ...(failure === undefined ? {} : { failure }),
    considered:
      facts === undefined ? [] : considerBackends(request, { ...facts, judged, chosen: route?.backend }),
    warnings,
  };
  return secureRecord(report, diagnosticOf(dependencies.environment));
}

async function explore(
  dependencies: TurnDependencies,
  request: ConsultRequest,
  signal: AbortSignal,
): Promise<Exploration> {
  const found: Exploration = { warnings: [] };
  try {
    const facts = (found.facts = await gatherFacts(dependencies, request, signal));
    found.warnings.push(...facts.warnings);
    if (!isComparing(request)) {
      found.route = routeFound(request, facts);
      return found;
    }
    const models = await gatherModels(dependencies, { request, facts, signal });
    found.warnings.push(...models.warnings);
    const judged = (found.judged = judgeOffers(request, { ...facts, models }));
    found.route = routeJudged(judged, request, { ...facts, models });
  } catch (error) {
    found.failure = failureOf(error);
  }
  return found;
}
