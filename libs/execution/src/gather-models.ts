import type { CatalogRequest } from '@coagent8/backends';
import type { Configuration } from '@coagent8/config';
import { CoAgentError, failureOf } from '@coagent8/contracts';
import type { ConsultRequest, Warning } from '@coagent8/contracts';
import { checkModelName, neededPrices } from '@coagent8/models';
import type { ModelWish, PriceFacts, PriceQuery } from '@coagent8/models';

import { isListed, offersOf, selectionFactsOf } from './offer.js';
import type { LocatedBackend, Offer } from './offer.js';
import { chooseRoute, isNarrowed } from './route.js';
import type { TurnDependencies } from './turn-dependencies.js';

/** What models there are and what they cost. */
export interface ModelFacts {
  /** The backends that the turn may run on, each with what it offers; at least one. */
  readonly offers: readonly Offer[];
  readonly prices: PriceFacts;
  /** What could not be read or kept. */
  readonly warnings: readonly Warning[];
}

/** What models are gathered for. */
export interface ModelGathering {
  readonly request: ConsultRequest;
  readonly configuration: Configuration;
  /** At least one. */
  readonly located: readonly LocatedBackend[];
  readonly workspacePath: string;
  readonly signal: AbortSignal;
}

/**
 * Asks the backends in question what they offer and what an unlisted name stands for, and reads the prices of what may be
 * chosen, once for all of them. An agent that does not answer is a warning: whether a turn on it is possible all the same is
 * decided later.
 *
 * @throws CoAgentError `INPUT_LIMIT` for a name that no model can have, before anything is asked; the signal's reason when it
 * is aborted.
 */
export async function gatherModels(
  { catalogs, prices, environment }: Pick<TurnDependencies, 'catalogs' | 'prices' | 'environment'>,
  { request, configuration, located, workspacePath, signal }: ModelGathering,
): Promise<ModelFacts> {
  if (request.model !== undefined) checkModelName(request.model, 'model');
  const inQuestion = backendsInQuestion(request, configuration, located);
  const known = await Promise.all(inQuestion.map(readCatalog));
  signal.throwIfAborted();
  const offers = await Promise.all(offersOf(request.model, known).map(resolveName));
  signal.throwIfAborted();
  const priceFacts = await prices.read({ ...priceQuery(offers), signal });
  signal.throwIfAborted();
  const warnings = [...known, ...offers].flatMap((offer) => offer.warnings);
  return { offers, prices: priceFacts, warnings: [...new Set([...warnings, ...priceFacts.warnings])] };

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
      workspacePath,
      environment,
      passVariables: configuration.backends[backend.id].env,
      trustedWorkspaces: configuration.backends.agy.trustedWorkspaces,
      signal,
    };
  }

  function priceQuery(offers: readonly Offer[]): Omit<PriceQuery, 'signal'> {
    const facts = offers.map((offer) => neededPrices(selectionFactsOf(offer, request, configuration)));
    return {
      needed: [...new Set(facts.flatMap(({ needed }) => needed))],
      offered: [...new Set(facts.flatMap(({ offered }) => offered))],
      hasLimit: request.outputPriceBelow !== undefined,
    };
  }
}

/**
 * The backends whose offers a request has to be compared with: all of them where it narrows the choice, else the one that the
 * route takes. Pure.
 */
export function backendsInQuestion(
  request: ConsultRequest,
  { defaultBackend }: Pick<Configuration, 'defaultBackend'>,
  located: readonly LocatedBackend[],
): readonly LocatedBackend[] {
  if (isNarrowed(request)) return located;
  const route = chooseRoute({
    requested: request.backend,
    configuredDefault: defaultBackend,
    installed: located.map(({ backend }) => backend.id),
    caller: request.origin.caller,
  });
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
