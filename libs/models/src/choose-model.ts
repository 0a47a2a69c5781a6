import type { BackendId } from '@coagent8/contracts';

import type { ListedModel } from './catalog.js';
import { chooseImplicitEffort, chooseNamedEffort } from './choose-effort.js';
import { findDefault, isSameResolved, missingFrom } from './default-model.js';
import type { DefaultModel } from './default-model.js';
import { sameModel } from './identifier.js';
import { checkEffortName, checkModelName } from './name-form.js';
import { resolveName } from './resolve-name.js';
import type { NameFacts, ResolvedName } from './resolve-name.js';

/** What a request and the configuration say about the model. */
export interface ModelWish {
  readonly model?: string;
  readonly reasoningEffort?: string;
  /** Default model of the backend, from the configuration. */
  readonly configuredDefault?: string;
}

/** What a turn asks the agent for. */
export interface ModelChoice {
  /** The concrete model where it is known; absent where the agent decides and nobody knows what. */
  readonly model?: string;
  /** How it was named, where that is another name than `model`. */
  readonly askedName?: string;
  /** Absent where the agent or the model decides. */
  readonly reasoningEffort?: string;
  /**
   * Who named the model. `agent`: the agent's own settings, or nobody; `catalog`: the agent's mark, its first row, or
   * the dearest row within a price limit.
   */
  readonly source: 'request' | 'configuration' | 'agent' | 'catalog';
  /** Its row in the catalog. */
  readonly listed?: ListedModel;
  /** Whether it is what runs on this backend when no model is named. */
  readonly isDefault: boolean;
}

/** What the model of one backend is chosen from, prices and rules apart. */
export interface ChoiceFacts extends NameFacts {
  readonly backend: BackendId;
  readonly wish: ModelWish;
}

/**
 * Chooses the model of a turn: the one that the request names, else the backend's default (see `findDefault`). A name that
 * the catalog lists becomes its row's id; a named model is never replaced by another. Pure.
 *
 * @throws CoAgentError `INPUT_LIMIT` for a model or effort in the request, `POLICY_DENIED` for a configured default, that
 * is empty, too long, begins with a dash or holds white space or invisible characters. `MODEL_UNAVAILABLE` for a model
 * that a complete catalog does not list, and for an effort that does not fit the model.
 */
export function chooseModel(facts: ChoiceFacts): ModelChoice {
  const { model, reasoningEffort } = facts.wish;
  if (reasoningEffort !== undefined) checkEffortName(reasoningEffort);
  if (model !== undefined) return chooseNamed(model, facts);
  const { problem, resolved, ownEffort, source } = defaultOf(facts);
  if (problem !== undefined) throw problem;
  if (resolved === undefined) return choiceOf(undefined, reasoningEffort, { source, isDefault: true });
  const effort = chooseImplicitEffort({ resolved, wanted: reasoningEffort, ownEffort });
  return choiceOf(resolved, effort, { source, isDefault: true });
}

/** Chooses a row that nobody named, which is not the default. Throws as {@link chooseModel} for the effort. Pure. */
export function chooseRow(listed: ListedModel, { reasoningEffort }: ModelWish): ModelChoice {
  if (reasoningEffort !== undefined) checkEffortName(reasoningEffort);
  const resolved = { model: listed.id, listed };
  const effort = chooseImplicitEffort({ resolved, wanted: reasoningEffort });
  return choiceOf(resolved, effort, { source: 'catalog', isDefault: false });
}

/**
 * The default of the backend that `facts` are about. What the agent says a name stands for is said of the model that the
 * request names, where it names one: then it holds for the default where that has the same name. Pure. Never throws.
 */
export function defaultOf({ backend, wish, catalog, resolvedName }: ChoiceFacts): DefaultModel {
  const { model, configuredDefault } = wish;
  const name = configuredDefault ?? catalog?.agentDefault?.model;
  const isOfDefault = model === undefined || (name !== undefined && sameModel(model, name));
  return findDefault({
    backend,
    configuredDefault,
    catalog,
    resolvedName: isOfDefault ? resolvedName : undefined,
  });
}

function chooseNamed(name: string, facts: ChoiceFacts): ModelChoice {
  const { backend, catalog, wish } = facts;
  checkModelName(name, 'model');
  const resolved = resolveName(name, facts);
  const problem = missingFrom(catalog, { resolved, backend, origin: 'model', name });
  if (problem !== undefined) throw problem;
  const effort = chooseNamedEffort({ resolved, wanted: wish.reasoningEffort });
  const byDefault = defaultOf(facts).resolved;
  const isDefault = byDefault !== undefined && isSameResolved(resolved, byDefault);
  return choiceOf(resolved, effort, { source: 'request', isDefault });
}

function choiceOf(
  resolved: ResolvedName | undefined,
  reasoningEffort: string | undefined,
  rest: Pick<ModelChoice, 'source' | 'isDefault'>,
): ModelChoice {
  const { model, askedName, listed } = resolved ?? {};
  return {
    ...(model === undefined ? {} : { model }),
    ...(askedName === undefined ? {} : { askedName }),
    ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
    ...rest,
    ...(listed === undefined ? {} : { listed }),
  };
}
