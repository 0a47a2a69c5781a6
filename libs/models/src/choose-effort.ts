import type { ListedModel } from './catalog.js';
import { contradictingEffort, missingEffort, unknownEffort } from './errors.js';
import type { ResolvedName } from './resolve-name.js';

/** What the effort of a turn is chosen from. */
export interface EffortFacts {
  /** The effort that the caller names. */
  readonly wanted?: string | undefined;
  readonly resolved: ResolvedName;
  /** The effort that the agent's own settings name with the model. */
  readonly ownEffort?: string | undefined;
}

/**
 * The effort of a model that the caller named: the one that they name, or the one that its name stands for. Undefined
 * leaves it to the agent. Pure.
 *
 * @throws CoAgentError `MODEL_UNAVAILABLE` for an effort that the row does not list, one that the name contradicts, and a
 * missing one where the model needs one.
 */
export function chooseNamedEffort({ wanted, resolved }: EffortFacts): string | undefined {
  const { listed, variantEffort } = resolved;
  if (wanted !== undefined) {
    if (variantEffort !== undefined && !isSameEffort(wanted, variantEffort)) {
      throw contradictingEffort(
        { name: resolved.askedName ?? resolved.model, effort: variantEffort },
        wanted,
      );
    }
    return takenEffort(wanted, resolved);
  }
  if (variantEffort !== undefined || listed === undefined) return variantEffort;
  const efforts = effortsOf(listed);
  if (listed.isEffortRequired && efforts.length > 0) throw missingEffort(resolved.model, efforts);
  return undefined;
}

/**
 * The effort of a model that nobody named for this turn: the one that the caller names, else the one that its name stands
 * for, else the agent's own, else that of its row. Pure.
 *
 * @throws CoAgentError `MODEL_UNAVAILABLE` for a named effort that the row does not list.
 */
export function chooseImplicitEffort({ wanted, resolved, ownEffort }: EffortFacts): string | undefined {
  if (wanted !== undefined) return takenEffort(wanted, resolved);
  return resolved.variantEffort ?? ownEffort ?? (resolved.listed && rowEffort(resolved.listed));
}

/** Efforts that a row takes: what it lists, and what its variants stand for. */
export function effortsOf({ efforts, variants }: ListedModel): readonly string[] {
  return [...new Set([...efforts, ...variants.map(({ reasoningEffort }) => reasoningEffort)])];
}

/** The effort that an implicit choice of a row runs with. */
function rowEffort(listed: ListedModel): string | undefined {
  return listed.defaultEffort ?? (listed.isEffortRequired ? effortsOf(listed)[0] : undefined);
}

/** `wanted` as the row spells it. A row without efforts does not say what it takes. */
function takenEffort(wanted: string, { model, listed }: ResolvedName): string {
  const efforts = listed === undefined ? [] : effortsOf(listed);
  if (efforts.length === 0) return wanted;
  const taken = efforts.find((effort) => isSameEffort(effort, wanted));
  if (taken === undefined) throw unknownEffort(model, wanted, efforts);
  return taken;
}

function isSameEffort(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
