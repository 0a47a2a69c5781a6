import type { CatalogRequest } from '@coagent8/backends';
import { CoAgentError, failureOf } from '@coagent8/contracts';
import type { ConsultRequest, Warning } from '@coagent8/contracts';
import { checkModelName, neededPrices } from '@coagent8/models';
import type { ModelWish, PriceFacts, PriceQuery } from '@coagent8/models';

import type { TurnFacts } from './gather-facts.js';
import { isListed, offersOf, selectionFactsOf } from './offer.js';
import type { LocatedBackend, Offer } from './offer.js';
import { requireLocated, routeFound } from './route-found.js';
import { isNarrowed } from './route.js';
import type { TurnDependencies } from './turn-dependencies.js';

/** What models there are and what they cost. */
export interface ModelFacts {
  /** The backends that the turn may run on, each with what it offers; at least one. */
  readonly offers: readonly Offer[];
  /** Those that were asked as well, and do not list the named model. */
  readonly lacking: readonly Offer[];
  readonly prices: PriceFacts;
  /** What could not be read or kept. */
  readonly warnings: readonly Warning[];
}

/** What models are gathered for. */
export interface ModelGathering {
  readonly request: ConsultRequest;
  readonly facts: TurnFacts;
  readonly signal: AbortSignal;
}

/**
 * Asks the backends in question what they offer and what an unlisted name stands for, and reads the prices of what may be
 * chosen, once for all of them. An agent that does not answer is a warning: whether a turn on it is possible all the same is
 * decided later.
 *
 * @throws CoAgentError What `routeFound` throws, and `INPUT_LIMIT` for a name that no model can have, before anything is asked;
 * the signal's reason when it is aborted.
 */
export async function gatherModels(
  { catalogs, prices, environment }: Pick<TurnDependencies, 'catalogs' | 'prices' | 'environment'>,
  { request, facts, signal }: ModelGathering,
): Promise<ModelFacts> {
  const { configuration, workspace } = facts;
  requireLocated(request, facts);
  if (request.model !== undefined) checkModelName(request.model, 'model');
  const inQuestion = backendsInQuestion(request, facts);
  const known = await Promise.all(inQuestion.map(readCatalog));
  signal.throwIfAborted();
  const listing = offersOf(request.model, known);
  const offers = await Promise.all(listing.map(resolveName));
  signal.throwIfAborted();
  const priceFacts = await prices.read({ ...priceQuery(offers), signal });
  signal.throwIfAborted();
  const warnings = [...known, ...offers].flatMap((offer) => offer.warnings);
  return {
    offers,
    lacking: known.filter((offer) => !listing.includes(offer)),
    prices: priceFacts,
    warnings: [...new Set([...warnings, ...priceFacts.warnings])],
  };

  /** Waits for each agent to the end, also when the turn is stopped: nothing is left running. */
  async function readCatalog(one: LocatedBackend): Promise<Offer> {
    try {
      const { catalog, warnings } = await catalogs.read(catalogRequest(one));
      return { ...one, catalog, warnings };
    } catch (error) {
      const warning = unavailable(one, 'did not list its models', error);
      return { ...one, catalogFailure: failureOf(error), warnings: [warning] };
    }
  }

  async function resolveName(offer: Offer): Promise<Offer> {
    const model = unlistedName(offer, selectionFactsOf(offer, request, configuration).wish);
    if (model === undefined) return offer;
    try {
      return { ...offer, resolvedName: await catalogs.resolve({ ...catalogRequest(offer), model }) };
    } catch (error) {
      if (request.model !== undefined && isUnknownModel(error)) return { ...offer, refusal: error };
      const warning = unavailable(offer, 'did not say what its model stands for', error);
      return { ...offer, warnings: [...offer.warnings, warning] };
    }
  }

  function catalogRequest({ backend, executable }: LocatedBackend): CatalogRequest {
    return {
      backend,
      executable,
      workspacePath: workspace.path,
      environment,
      passVariables: configuration.backends[backend.id].env,
      trustedWorkspaces: configuration.backends.agy.trustedWorkspaces,
      signal,
    };
  }

  function priceQuery(offers: readonly Offer[]): Omit<PriceQuery, 'signal'> {
    const queries = offers.map((offer) => neededPrices(selectionFactsOf(offer, request, configuration)));
    return {
      needed: [...new Set(queries.flatMap(({ needed }) => needed))],
      offered: [...new Set(queries.flatMap(({ offered }) => offered))],
      hasLimit: request.outputPriceBelow !== undefined,
    };
  }
}

/**
 * The backends whose offers a request has to be compared with: all of them where it narrows the choice, else the one that the
 * route takes. Pure.
 *
 * @throws CoAgentError as {@link routeFound}.
 */
export function backendsInQuestion(
  request: ConsultRequest,
  facts: Omit<TurnFacts, 'workspace' | 'contextFiles' | 'warnings'>,
): readonly LocatedBackend[] {
  const { located } = facts;
  if (isNarrowed(request)) return located;
  const route = routeFound(request, facts);
  return located.filter(({ backend }) => backend.id === route.backend);
}

/** The name of the turn's model, where only the agent can say what it stands for. */
function unlistedName(
  { backend, catalog }: Offer,
  { model, configuredDefault }: ModelWish,
): string | undefined {
  if (backend.resolveModel === undefined || catalog === undefined || catalog.isComplete) return undefined;
  const name = model ?? configuredDefault ?? catalog.agentDefault?.model;
  return name === undefined || isListed(catalog, name) || !isPossible(name) ? undefined : name;
}

/** What selection refuses for its form is given to no agent. */
function isPossible(name: string): boolean {
  try {
    checkModelName(name, 'model');
    return true;
  } catch {
    return false;
  }
}

function isUnknownModel(error: unknown): boolean {
  return CoAgentError.is(error) && error.code === 'MODEL_UNAVAILABLE';
}

function unavailable({ backend }: LocatedBackend, what: string, error: unknown): Warning {
  return { code: 'CATALOG_UNAVAILABLE', message: `${backend.id} ${what}: ${failureOf(error).message}` };
}
