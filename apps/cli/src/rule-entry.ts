import type { RuleEntry } from '@coagent8/config';
import { BACKEND_IDS } from '@coagent8/contracts';
import type { BackendId } from '@coagent8/contracts';
import { checkModelName, readRules, sameModel } from '@coagent8/models';

/** An entry of the user's lists of models, taken apart. */
interface RuleEntryParts {
  /** Absent where the entry holds on every backend. */
  readonly backend?: BackendId;
  readonly model: string;
}

/**
 * Checks an entry before it is written.
 *
 * @throws CoAgentError `INPUT_LIMIT` where it, or what follows its backend, is a name that no model can have.
 */
export function checkRuleEntry(entry: string): void {
  checkModelName(entry, 'model');
  checkModelName(partsOf(entry).model, 'model');
}

/** Whether two entries say the same: one model, in whatever spelling, on the same backend or on all. */
export function sameEntry(one: string, other: string): boolean {
  const [left, right] = [partsOf(one), partsOf(other)];
  return left.backend === right.backend && sameModel(left.model, right.model);
}

/**
 * Whether an entry decides, as rules see it, on a model that `named` is an entry for; each may be for one backend alone.
 * Other than `allow`, `ask` and `deny` also decide on what the name of a model in a cloud may hold.
 */
export function fitsModelOf({ entry, rule }: RuleEntry, named: string): boolean {
  const { backend: only, model } = partsOf(named);
  const decides = readRules({ allow: [], ask: [], deny: [], [rule]: [entry] })[rule];
  return BACKEND_IDS.filter((backend) => (only ?? backend) === backend).some(
    (backend) => decides({ backend, id: model, otherNames: [], efforts: [] }) !== undefined,
  );
}

function partsOf(entry: string): RuleEntryParts {
  const slash = entry.indexOf('/');
  const backend = BACKEND_IDS.find((id) => id === entry.slice(0, Math.max(slash, 0)).toLowerCase());
  return backend === undefined ? { model: entry } : { backend, model: entry.slice(slash + 1) };
}
