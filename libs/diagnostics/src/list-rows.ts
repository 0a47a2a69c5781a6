import { listCandidates } from '@coagent8/models';
import type { Candidate, CandidateFacts, Governance, PriceFacts } from '@coagent8/models';

import type { Listing } from './read-listing.js';

/** A model that could run, and what the user's rules say of it. */
export type ReportedModelRow = Omit<Candidate, 'approval'> & {
  /** Absent where the rules cannot be read. */
  readonly approval?: Candidate['approval'];
  /** Whether an entry of `governance.models.allow` means it, whatever else does. */
  readonly isAllowed: boolean;
};

const NO_RULES: Governance = {
  outputPriceAbove: null,
  defaultPriceRatio: null,
  models: { allow: [], ask: [], deny: [] },
};

/** The models of a listing in the agent's order, without what rules say where there are none. Pure. */
export function listRows(
  { backend, configuredDefault, catalog, resolvedName }: Listing,
  prices: Pick<PriceFacts, 'priceOf'>,
  governance: Governance | undefined,
): ReportedModelRow[] {
  const facts = { backend, configuredDefault, catalog, resolvedName, prices };
  const allowed = allowedAmong(facts, governance);
  const candidates = listCandidates({ ...facts, governance: governance ?? NO_RULES });
  return candidates.map(({ approval, ...row }) => ({
    ...row,
    ...(governance === undefined ? {} : { approval }),
    isAllowed: allowed.has(row.model),
  }));
}

/** The models that an `allow` entry means: those that would be asked for, were the same entries on the `ask` list. */
function allowedAmong(
  facts: Omit<CandidateFacts, 'governance'>,
  governance: Governance | undefined,
): ReadonlySet<string> {
  const ask = governance?.models.allow ?? [];
  if (ask.length === 0) return new Set();
  const asked = listCandidates({
    ...facts,
    governance: { ...NO_RULES, models: { ...NO_RULES.models, ask } },
  });
  return new Set(
    asked
      .filter(({ approval }) => approval.outcome === 'ask' && approval.basis === 'ask_rule')
      .map(({ model }) => model),
  );
}
