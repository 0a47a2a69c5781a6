import type { CoAgentError, ConsultRequest } from '@coagent8/contracts';

import { cheapestPrice } from './cheapest-price.js';
import { nothingBelowLimit, nothingQualifies } from './errors.js';
import type { Refusal } from './errors.js';
import type { TurnFacts } from './gather-facts.js';
import { capabilityOf, judgeOffers } from './judge-offers.js';
import type { AbleOffer, JudgedOffers, JudgingFacts } from './judge-offers.js';
import { candidateOf, routeFound } from './route-found.js';
import type { Compared } from './route-found.js';
import { isNarrowed } from './route.js';
import type { Route } from './route.js';

/** Where a turn runs and with which model. */
export interface ChosenBackend extends AbleOffer {
  /** Why this backend, where the choice was ours. */
  readonly reason: string | undefined;
}

type Choosing = JudgingFacts & Omit<TurnFacts, 'workspace' | 'contextFiles' | 'warnings'>;

/**
 * Chooses backend and model of a turn: each backend in question selects its model, those that cannot are left out, and the
 * route takes one of the others. So a configured default stays where it can do what is asked, and else is no obstacle. Pure.
 *
 * @throws CoAgentError as {@link routeJudged}.
 */
export function chooseBackend(request: ConsultRequest, facts: Choosing): ChosenBackend {
  const judged = judgeOffers(request, facts);
  const route = routeJudged(judged, request, facts);
  const chosen = judged.able.find(({ offer }) => offer.backend.id === route.backend);
  if (chosen === undefined) throw new Error(`the route chose ${route.backend}, which offers nothing`);
  return { ...chosen, reason: route.reason };
}

/**
 * The route of a request whose offers have been judged. Pure.
 *
 * @throws CoAgentError What the only backend in question threw; else one error for all of them, of their code where they
 * agree, else `POLICY_DENIED` where one is that, else the first one's: `POLICY_DENIED` for a price limit, with the limit and the
 * cheapest known price. Otherwise as `routeFound`.
 */
export function routeJudged(judged: JudgedOffers, request: ConsultRequest, facts: Choosing): Route {
  if (judged.able.length === 0) throw refused(judged.refusals, request, facts);
  return routeFound(request, facts, isNarrowed(request) ? comparedOf(judged, request, facts) : undefined);
}

/** What the route chooses from. Without a wish that narrows it, the one offer there is comes from the route itself. */
function comparedOf({ able, unable }: JudgedOffers, request: ConsultRequest, facts: Choosing): Compared {
  const candidates = able.map(({ offer, selection }) =>
    candidateOf(offer.backend.id, request, facts, selection.choice),
  );
  if (able.length === facts.located.length) return { able: candidates };
  const lacks = new Map(unable.map((one) => [one.backend, one.lacks]));
  return { able: candidates, capability: capabilityOf(request, able), lacks };
}

function refused(refusals: readonly Refusal[], request: ConsultRequest, facts: Choosing): CoAgentError {
  const { outputPriceBelow } = request;
  const [only, ...others] = refusals;
  if (only !== undefined && others.every(({ error }) => error.message === only.error.message))
    return only.error;
  const isForLimit =
    outputPriceBelow !== undefined && refusals.some(({ error }) => error.code === 'POLICY_DENIED');
  return isForLimit
    ? nothingBelowLimit(refusals, outputPriceBelow, cheapestPrice(request, facts.configuration, facts.models))
    : nothingQualifies(refusals);
}
