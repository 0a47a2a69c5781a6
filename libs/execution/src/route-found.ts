import { headroomOf } from '@coagent8/backends';
import type { BackendId, ConsultRequest } from '@coagent8/contracts';
import type { ModelChoice } from '@coagent8/models';

import { backendNotAllowed, nothingLocated } from './errors.js';
import type { TurnFacts } from './gather-facts.js';
import type { Candidate } from './rank-backends.js';
import { chooseRoute, isNamed } from './route.js';
import type { Route } from './route.js';

type Facts = Pick<TurnFacts, 'configuration' | 'quotas' | 'nowMs'>;
type FoundFacts = Facts & Pick<TurnFacts, 'located' | 'missing' | 'notAllowed'>;

/** What is known beside the facts where what the agents offer was compared. */
export interface Compared {
  /** Those that can do what is asked; at least one. */
  readonly able: readonly Candidate[];
  /** See `RouteFacts`. */
  readonly capability?: string | undefined;
  /** What keeps a backend that was compared from doing what is asked, after its name. */
  readonly lacks?: ReadonlyMap<BackendId, string>;
}

/**
 * Refuses a request for which no backend was found. Pure.
 *
 * @throws CoAgentError `POLICY_DENIED` where the configuration allows none that is wanted; `CLI_NOT_FOUND` where none is found,
 * saying what was tried.
 */
export function requireLocated(request: ConsultRequest, facts: FoundFacts): void {
  const { configuration, located, missing, notAllowed } = facts;
  const { backend } = request;
  if (isNamed(backend) && notAllowed.includes(backend))
    throw backendNotAllowed(backend, configuration.routing.allowedBackends);
  if (located.length === 0) throw nothingLocated(missing.map(({ error }) => error));
}

/**
 * The route of a request over all backends that were found, or over those of them that can do what it asks. Pure.
 *
 * @throws CoAgentError as {@link requireLocated} and `chooseRoute`.
 */
export function routeFound(request: ConsultRequest, facts: FoundFacts, compared?: Compared): Route {
  requireLocated(request, facts);
  const { configuration, located } = facts;
  const { defaultBackend } = configuration;
  return chooseRoute({
    requested: request.backend,
    strategy: configuration.routing.strategy,
    configuredDefault: defaultBackend,
    caller: request.origin.caller,
    able: compared?.able ?? located.map(({ backend: { id } }) => candidateOf(id, request, facts)),
    capability: compared?.capability,
    defaultLacks: defaultBackend && (compared?.lacks?.get(defaultBackend) ?? absence(defaultBackend, facts)),
  });
}

/** A backend with what is left to it of the limits that count for this request. Pure. */
export function candidateOf(
  backend: BackendId,
  request: ConsultRequest,
  { configuration, quotas, nowMs }: Facts,
  choice?: ModelChoice,
): Candidate {
  const model = wantedModel({
    request,
    configuredModel: configuration.backends[backend].defaultModel,
    choice,
  });
  return { backend, headroom: headroomOf(quotas[backend], { model, nowMs }) };
}

/**
 * The model that a turn wants of its agent, as it is named: by the request, by a price limit that takes another than the
 * default, or by the configuration. Undefined where none is named. Pure.
 */
export function wantedModel({
  request,
  configuredModel,
  choice,
}: {
  readonly request: Pick<ConsultRequest, 'model'>;
  readonly configuredModel: string | undefined;
  readonly choice?: Pick<ModelChoice, 'isDefault' | 'model'> | undefined;
}): string | undefined {
  const byLimit = choice?.isDefault === false ? choice.model : undefined;
  return request.model ?? byLimit ?? configuredModel;
}

function absence(backend: BackendId, { configuration, located }: FoundFacts): string | undefined {
  if (!configuration.routing.allowedBackends.includes(backend)) return 'is not allowed';
  return located.some(({ backend: { id } }) => id === backend) ? undefined : 'was not found here';
}
