import type { BackendId, CoAgentError } from '@coagent8/contracts';

import type { ModelCatalog } from './catalog.js';
import type { ModelChoice } from './choose-model.js';
import { invalidName, unknownModel } from './errors.js';
import { sameModel } from './identifier.js';
import { modelNameProblem } from './name-form.js';
import { resolveName } from './resolve-name.js';
import type { NameFacts, ResolvedName } from './resolve-name.js';

/** What runs on a backend when no model is named. */
export interface DefaultModel {
  readonly source: Exclude<ModelChoice['source'], 'request'>;
  /** Absent where nobody knows, or where it cannot run. */
  readonly resolved?: ResolvedName;
  /** The effort that the agent's own settings name with it. */
  readonly ownEffort?: string | undefined;
  /** Why the configured one cannot run. */
  readonly problem?: CoAgentError;
}

/** What the default of a backend is found from. `resolvedName` is for the name that makes it the default. */
export interface DefaultFacts extends NameFacts {
  readonly backend: BackendId;
  /** Default model of the backend, from the configuration. */
  readonly configuredDefault?: string | undefined;
}

/**
 * Finds the default of a backend: the configured one, else what the agent's own settings name, else the row that the agent
 * marks, else its first row; else the agent decides. What the agent's settings name needs no row. Pure. Never throws.
 */
export function findDefault(facts: DefaultFacts): DefaultModel {
  if (facts.configuredDefault !== undefined) return configuredDefault(facts.configuredDefault, facts);
  const agentDefault = facts.catalog?.agentDefault;
  if (agentDefault !== undefined) {
    const { model, reasoningEffort } = agentDefault;
    return { source: 'agent', resolved: resolveName(model, facts), ownEffort: reasoningEffort };
  }
  const listed = facts.catalog && defaultRow(facts.catalog);
  return listed === undefined
    ? { source: 'agent' }
    : { source: 'catalog', resolved: { model: listed.id, listed } };
}

/** Whether both are one model: one row, or one name where neither or only one has a row. */
export function isSameResolved(one: ResolvedName, other: ResolvedName): boolean {
  if (one.listed !== undefined && other.listed !== undefined) return one.model === other.model;
  return sameModel(one.model, other.model);
}

/**
 * Why a resolved name cannot run: it has no row in a catalog that is complete. Undefined where it can.
 */
export function missingFrom(
  catalog: ModelCatalog | undefined,
  {
    resolved,
    backend,
    origin,
    name,
  }: {
    readonly resolved: ResolvedName;
    readonly backend: BackendId;
    readonly origin: 'model' | `backends.${BackendId}.defaultModel`;
    readonly name: string;
  },
): CoAgentError | undefined {
  if (catalog === undefined || !catalog.isComplete || resolved.listed !== undefined) return undefined;
  return unknownModel({ origin, model: name }, { backend, listedModels: catalog.models.length });
}

function configuredDefault(name: string, facts: DefaultFacts): DefaultModel {
  const source = 'configuration';
  const origin = `backends.${facts.backend}.defaultModel` as const;
  const formProblem = modelNameProblem(name);
  if (formProblem !== undefined) return { source, problem: invalidName(origin, formProblem) };
  const resolved = resolveName(name, facts);
  const problem = missingFrom(facts.catalog, { resolved, backend: facts.backend, origin, name });
  return problem === undefined ? { source, resolved } : { source, problem };
}

function defaultRow({ models }: ModelCatalog): ModelCatalog['models'][number] | undefined {
  return models.find(({ isDefault }) => isDefault) ?? models[0];
}
