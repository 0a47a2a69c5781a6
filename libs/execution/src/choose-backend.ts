import { CoAgentError } from '@coagent8/contracts';
import type { ConsultRequest, ErrorCode } from '@coagent8/contracts';
import { selectModel, shownUsd } from '@coagent8/models';
import type { ModelSelection, SelectionFacts } from '@coagent8/models';

import { cheapestPrice } from './cheapest-price.js';
import { nothingBelowLimit, nothingQualifies, withoutCatalog } from './errors.js';
import type { Refusal } from './errors.js';
import type { TurnFacts } from './gather-facts.js';
import { isListed, selectionFactsOf } from './offer.js';
import type { Offer } from './offer.js';
import { chooseRoute, isNarrowed } from './route.js';

/** Where a turn runs and with which model. */
export interface ChosenBackend {
  readonly offer: Offer;
  /** Why this backend, where the choice was ours. */
  readonly reason: string | undefined;
  readonly selection: ModelSelection;
  /** What the selection was made from. */
  readonly selectionFacts: SelectionFacts;
}

type Choosing = Pick<TurnFacts, 'configuration' | 'located' | 'models'>;

/**
 * Chooses backend and model of a turn: each backend in question selects its model, those that cannot are left out, and the
 * route takes one of the others. So a configured default stays where it can do what is asked, and else is no obstacle. Pure.
 *
 * @throws CoAgentError What the only backend in question threw; else one error for all of them, of their code where they
 * agree, else `POLICY_DENIED` where one is that, else the first one's: `POLICY_DENIED` for a price limit, with the limit and the cheapest known price.
 */
export function chooseBackend(request: ConsultRequest, facts: Choosing): ChosenBackend {
  const attempts = facts.models.offers.map((offer) => attempt(offer, request, facts));
  const refusals = attempts.flatMap((one) => ('error' in one ? [one] : []));
  const eligible = attempts.flatMap((one) => ('selection' in one ? [one] : []));
  if (eligible.length === 0) throw refused(refusals, request, facts);
  const preferred = answering(eligible);
  const route = chooseRoute({
    requested: request.backend,
    configuredDefault: facts.configuration.defaultBackend,
    caller: request.origin.caller,
    ...narrowed(preferred, request, facts),
  });
  const chosen = preferred.find(({ offer }) => offer.backend.id === route.backend);
  if (chosen === undefined) throw new Error(`the route chose ${route.backend}, which offers nothing`);
  return { ...chosen, reason: route.reason };
}

type Eligible = Omit<ChosenBackend, 'reason'>;

/** Without those whose agents would refuse the turn as they refused to list their models, where there are others. */
function answering(eligible: readonly Eligible[]): readonly Eligible[] {
  const able = eligible.filter(({ offer }) => !REFUSALS.includes(offer.catalogFailure?.code));
  return able.length > 0 ? able : eligible;
}

const REFUSALS: readonly (ErrorCode | undefined)[] = ['AUTH_REQUIRED', 'CLI_UNSUPPORTED'];

function attempt(
  offer: Offer,
  request: ConsultRequest,
  { configuration, models }: Choosing,
): Eligible | Refusal {
  const selectionFacts: SelectionFacts = {
    ...selectionFactsOf(offer, request, configuration),
    prices: models.prices,
    governance: configuration.governance,
  };
  try {
    if (offer.refusal !== undefined) throw offer.refusal;
    return { offer, selectionFacts, selection: selectModel(selectionFacts) };
  } catch (error) {
    if (!CoAgentError.is(error)) throw error;
    return refusalOf(error, offer);
  }
}

/** A limit that nothing meets may have the missing catalog for its reason. */
function refusalOf(error: CoAgentError, { backend: { id }, catalogFailure }: Offer): Refusal {
  const isForLackOfModels = error.details?.['outputPriceBelow'] !== undefined;
  return catalogFailure === undefined || !isForLackOfModels
    ? { backend: id, error }
    : { backend: id, error: withoutCatalog(error, id, catalogFailure), catalogFailure };
}

/** What the route chooses from. Without a wish that narrows it, the one offer there is comes from the route itself. */
function narrowed(eligible: readonly Eligible[], request: ConsultRequest, { located }: Choosing) {
  const found = located.map(({ backend: { id } }) => id);
  if (!isNarrowed(request)) return { installed: found };
  const able = eligible.map(({ offer }) => offer.backend.id);
  if (able.length === found.length) return { installed: able };
  return { installed: able, capability: capabilityOf(request, eligible) };
}

function capabilityOf({ model, outputPriceBelow }: ConsultRequest, eligible: readonly Eligible[]): string {
  const limit =
    outputPriceBelow === undefined
      ? ''
      : ` below ${shownUsd(outputPriceBelow)} USD per million output tokens`;
  if (model === undefined) return `has a model${limit}`;
  const areListing = eligible.every(({ offer }) => isListed(offer.catalog, model));
  return `${areListing ? 'lists' : 'may know'} the named model${limit}`;
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
