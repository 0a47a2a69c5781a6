import { CoAgentError } from '@coagent8/contracts';
import type { BackendId, ConsultRequest, ErrorCode, Failure } from '@coagent8/contracts';
import { selectModel, shownUsd } from '@coagent8/models';
import type { ModelSelection, SelectionFacts } from '@coagent8/models';

import { withoutCatalog } from './errors.js';
import type { Refusal } from './errors.js';
import type { TurnFacts } from './gather-facts.js';
import type { ModelFacts } from './gather-models.js';
import { isListed, selectionFactsOf } from './offer.js';
import type { Offer } from './offer.js';

/** A backend that can do what is asked, with the model that it takes. */
export interface AbleOffer {
  readonly offer: Offer;
  readonly selection: ModelSelection;
  /** What the selection was made from. */
  readonly selectionFacts: SelectionFacts;
}

/** A backend that cannot do what is asked. */
export interface UnableBackend {
  readonly backend: BackendId;
  /** What it lacks, in words that follow its name. */
  readonly lacks: string;
  /** The same in full, where there is more to be said. */
  readonly because?: string;
}

/** What became of the backends whose offers were compared with a request. */
export interface JudgedOffers {
  readonly able: readonly AbleOffer[];
  readonly unable: readonly UnableBackend[];
  /** Why those cannot whose models were selected from. */
  readonly refusals: readonly Refusal[];
}

/** What offers are judged by. */
export interface JudgingFacts extends Pick<TurnFacts, 'configuration'> {
  readonly models: Omit<ModelFacts, 'warnings'>;
}

/**
 * Lets each backend in question select its model. Those that cannot are left out, and where there are others, those whose
 * agents would refuse the turn as they refused to list their models. Pure.
 */
export function judgeOffers(request: ConsultRequest, facts: JudgingFacts): JudgedOffers {
  const { offers, lacking } = facts.models;
  const attempts = offers.map((offer) => attempt(offer, request, facts));
  const refusals = attempts.flatMap((one) => ('error' in one ? [one] : []));
  const eligible = attempts.flatMap((one) => ('selection' in one ? [one] : []));
  const answering = eligible.filter(({ offer }) => !REFUSALS.includes(offer.catalogFailure?.code));
  const able = answering.length > 0 ? answering : eligible;
  const silent = eligible.filter((one) => !able.includes(one)).map(({ offer }) => offer);
  return {
    able,
    refusals,
    unable: [
      ...refusals.map((refusal) => ({
        backend: refusal.backend,
        lacks: lackOf(request),
        because: whyUnable(refusal, request),
      })),
      ...[...silent, ...lacking].map(unlisting),
    ],
  };
}

const REFUSALS: readonly (ErrorCode | undefined)[] = ['AUTH_REQUIRED', 'CLI_UNSUPPORTED'];

/** What those that are able can do and the others cannot, in words that follow a name: `lists the named model`. Pure. */
export function capabilityOf(
  { model, outputPriceBelow }: ConsultRequest,
  able: readonly AbleOffer[],
): string {
  const limit = limitWords(outputPriceBelow);
  if (model === undefined) return `has a model${limit}`;
  const areListing = able.every(({ offer }) => isListed(offer.catalog, model));
  return `${areListing ? 'lists' : 'may know'} the named model${limit}`;
}

function lackOf({ model, outputPriceBelow }: ConsultRequest): string {
  const limit = limitWords(outputPriceBelow);
  return model === undefined ? `has no model${limit} to run` : `cannot run the named model${limit}`;
}

/** Why one agent among others cannot. A price limit is told in short: the failure of all says the rest. */
function whyUnable({ error, catalogFailure }: Refusal, { model }: ConsultRequest): string {
  const { outputPriceBelow: limit, outputUsdPerMillion: usd } = error.details ?? {};
  if (model !== undefined || typeof limit !== 'number') return error.message;
  if (catalogFailure !== undefined) return unlisted(catalogFailure);
  const fact =
    typeof usd === 'number'
      ? `its cheapest known price is ${shownUsd(usd)} USD`
      : 'none of its prices is known';
  return `it has no model below ${shownUsd(limit)} USD; ${fact}`;
}

function limitWords(outputPriceBelow: number | undefined): string {
  return outputPriceBelow === undefined
    ? ''
    : ` below ${shownUsd(outputPriceBelow)} USD per million output tokens`;
}

function unlisting({ backend: { id }, catalogFailure }: Offer): UnableBackend {
  if (catalogFailure === undefined) return { backend: id, lacks: 'does not list the named model' };
  return { backend: id, lacks: 'did not list its models', because: unlisted(catalogFailure) };
}

function unlisted({ message }: Failure): string {
  return `it did not list its models: ${message}`;
}

function attempt(
  offer: Offer,
  request: ConsultRequest,
  { configuration, models }: JudgingFacts,
): AbleOffer | Refusal {
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
