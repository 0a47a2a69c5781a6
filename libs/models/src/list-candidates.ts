import type { BackendId, PriceEvidence } from '@coagent8/contracts';

import type { ListedModel, ModelCatalog } from './catalog.js';
import { chooseImplicitEffort, effortsOf } from './choose-effort.js';
import type { ModelChoice } from './choose-model.js';
import { decideConsent } from './decide-consent.js';
import { findDefault, isSameResolved } from './default-model.js';
import type { DefaultModel } from './default-model.js';
import type { ConsentDecision, Governance } from './governance.js';
import { governedModel } from './governed-model.js';
import type { PriceFacts } from './prices/price-facts.js';
import type { ResolvedName } from './resolve-name.js';
import { readRules } from './rules.js';

/** A model that a backend could run, as the doctor, the command line and the price limit see it. */
export interface Candidate {
  readonly backend: BackendId;
  /** The concrete model. */
  readonly model: string;
  readonly aliases: readonly string[];
  readonly efforts: readonly string[];
  readonly isEffortRequired: boolean;
  /** The effort that an implicit choice of it runs with. */
  readonly defaultEffort?: string;
  /** Who makes it the default; absent where it is not. */
  readonly defaultSource?: ModelChoice['source'];
  /** Absent where it is not known. */
  readonly price?: PriceEvidence;
  readonly approval: ConsentDecision;
}

/** What the candidates of one backend are listed from. */
export interface CandidateFacts {
  readonly backend: BackendId;
  /** Default model of the backend, from the configuration. */
  readonly configuredDefault?: string | undefined;
  readonly catalog?: ModelCatalog | undefined;
  /** What the name of the default stands for, where the catalog does not list it and the agent says so. */
  readonly resolvedName?: string | undefined;
  readonly prices: Pick<PriceFacts, 'priceOf'>;
  readonly governance: Governance;
}

/**
 * Every model of one backend in the order of its catalog, with its price and what the rules say. Without a catalog only the
 * default is one, where it is known. A default that the catalog does not list comes first; a configured one that cannot
 * run is none. Pure. Never throws.
 */
export function listCandidates(facts: CandidateFacts): Candidate[] {
  const { backend, catalog, prices, governance } = facts;
  const byDefault = findDefault(facts);
  const rules = readRules(governance.models);
  const defaultPrice = byDefault.resolved && prices.priceOf(byDefault.resolved.model);
  return resolvedModels(catalog, byDefault).map((resolved) => {
    const isDefault = byDefault.resolved !== undefined && isSameResolved(resolved, byDefault.resolved);
    const price = prices.priceOf(resolved.model);
    const model = governedModel(backend, resolved);
    const approval = decideConsent({ model, isDefault, price, defaultPrice, rules, limits: governance });
    return {
      ...offerOf(backend, resolved, isDefault ? byDefault : undefined),
      ...(price === undefined ? {} : { price }),
      approval,
    };
  });
}

/** The rows, and the default as it was named where it is one of them. */
function resolvedModels(
  catalog: ModelCatalog | undefined,
  { resolved: byDefault }: DefaultModel,
): readonly ResolvedName[] {
  const rows = (catalog?.models ?? []).map((listed) =>
    byDefault?.listed === listed ? byDefault : { model: listed.id, listed },
  );
  return byDefault === undefined || byDefault.listed !== undefined ? rows : [byDefault, ...rows];
}

function offerOf(
  backend: BackendId,
  resolved: ResolvedName,
  byDefault: DefaultModel | undefined,
): Omit<Candidate, 'price' | 'approval'> {
  const { model, listed } = resolved;
  const defaultEffort = chooseImplicitEffort({ resolved, ownEffort: byDefault?.ownEffort });
  return {
    backend,
    model,
    ...namesAndEfforts(listed),
    ...(defaultEffort === undefined ? {} : { defaultEffort }),
    ...(byDefault === undefined ? {} : { defaultSource: byDefault.source }),
  };
}

function namesAndEfforts(
  listed: ListedModel | undefined,
): Pick<Candidate, 'aliases' | 'efforts' | 'isEffortRequired'> {
  if (listed === undefined) return { aliases: [], efforts: [], isEffortRequired: false };
  const { aliases, isEffortRequired } = listed;
  return { aliases, efforts: effortsOf(listed), isEffortRequired };
}
