import type { BackendChoice, BackendId, ConsultRequest } from '@coagent8/contracts';

import { agentOf } from './caller.js';
import { allLimited } from './errors.js';
import { limitedAmong, rankBackends } from './rank-backends.js';
import type { Candidate } from './rank-backends.js';
import { limitedWords, routeReason } from './route-reason.js';

/** What the route is chosen from. */
export interface RouteFacts {
  readonly requested: BackendChoice;
  /** `routing.strategy`. */
  readonly strategy: 'fixed' | 'smart_quota';
  readonly configuredDefault: BackendId | undefined;
  /** Backends that were found, are allowed, and can do what is asked; at least one. */
  readonly able: readonly Candidate[];
  /** Name of the calling client. */
  readonly caller: string | undefined;
  /** What these can do and others that were found cannot: `lists the named model`. */
  readonly capability?: string | undefined;
  /** What keeps the configured default from being one of them: `was not found here`. */
  readonly defaultLacks?: string | undefined;
}

/** The backend of a turn. */
export interface Route {
  readonly backend: BackendId;
  /** Why that one, in one line. Present where the choice was ours. */
  readonly reason?: string;
}

/** Whether the caller named the backend. */
export function isNamed(choice: BackendChoice): choice is BackendId {
  return choice !== 'auto' && choice !== 'smart_quota';
}

/** How a backend is chosen where none is named: by rank in any case, or the configured default before that. Pure. */
export function strategyOf({
  requested,
  strategy,
}: Pick<RouteFacts, 'requested' | 'strategy'>): RouteFacts['strategy'] {
  return requested === 'smart_quota' ? 'smart_quota' : strategy;
}

/**
 * Chooses the backend of a turn. A named backend wins, whatever its limits. Else, under `fixed`, the configured default where
 * it is able and not limited; else the first by rank. Pure.
 *
 * @throws CoAgentError `RATE_LIMITED` where all that are able are limited, with the time of each; `details.resetsAt` is the
 * earliest.
 */
export function chooseRoute(facts: RouteFacts): Route {
  const { requested, able, caller, configuredDefault } = facts;
  if (isNamed(requested)) return { backend: requested };
  if (able.length === 0) throw new Error('a route needs a backend that can do what is asked');
  const preferences = { own: agentOf(caller), configuredDefault };
  const ranking = rankBackends(able, preferences);
  const [first, ...others] = ranking;
  if (first === undefined) throw allLimited(limitedAmong(able));
  const wanted = strategyOf(facts) === 'fixed' ? configuredDefault : undefined;
  if (wanted !== undefined && ranking.some(({ backend }) => backend === wanted))
    return { backend: wanted, reason: `${wanted} is the configured default` };
  const reason = routeReason({ first, others, preferences, ...asideOf(wanted, facts) });
  return { backend: first.backend, reason };
}

/** What the reason says beside the ranking: who waits, and what keeps the default that was wanted from being chosen. */
function asideOf(wanted: BackendId | undefined, { able, capability, defaultLacks }: RouteFacts) {
  const limited = limitedAmong(able);
  if (wanted === undefined) return { limited, capability };
  const waiting = limited.find(({ backend }) => backend === wanted);
  const lacks = waiting === undefined ? (defaultLacks ?? 'cannot run this') : limitedWords(waiting);
  return {
    limited: limited.filter((one) => one !== waiting),
    capability,
    passedOver: { backend: wanted, lacks },
  };
}

/** Whether the choice of a backend depends on what each offers: a model or a price limit is named, and no backend. */
export function isNarrowed(request: Pick<ConsultRequest, 'backend' | 'model' | 'outputPriceBelow'>): boolean {
  return !isNamed(request.backend) && isComparing(request);
}

/** Whether a request names what a backend has to offer: a model or a price limit. */
export function isComparing({
  model,
  outputPriceBelow,
}: Pick<ConsultRequest, 'model' | 'outputPriceBelow'>): boolean {
  return model !== undefined || outputPriceBelow !== undefined;
}
