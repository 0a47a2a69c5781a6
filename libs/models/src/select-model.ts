import type { BackendId, PriceEvidence, Warning } from '@coagent8/contracts';

import type { ModelCatalog } from './catalog.js';
import { chooseModel, chooseRow, defaultOf } from './choose-model.js';
import type { ModelChoice, ModelWish } from './choose-model.js';
import { cheapestPrice, chooseWithinLimit, isPriceBelow } from './choose-within-limit.js';
import { decideConsent } from './decide-consent.js';
import { modelDenied, noneBelowLimit, notBelowLimit } from './errors.js';
import type { ConsentDecision, Governance, GovernedModel } from './governance.js';
import { governedModel } from './governed-model.js';
import { listCandidates } from './list-candidates.js';
import type { PriceFacts } from './prices/price-facts.js';
import { readRules } from './rules.js';

/** What the model of one backend is selected from. */
export interface SelectionFacts {
  readonly backend: BackendId;
  readonly wish: ModelWish;
  /** USD per million output tokens; the model must cost less. */
  readonly outputPriceBelow?: number;
  /** Absent where the agent could not be asked. */
  readonly catalog?: ModelCatalog;
  /** What the named model stands for, where the catalog does not list it and the agent says so. */
  readonly resolvedName?: string;
  readonly prices: Pick<PriceFacts, 'priceOf'>;
  readonly governance: Governance;
}

/** The model of a turn, and what is to happen before it may run. */
export interface ModelSelection {
  readonly choice: ModelChoice;
  /** All names of the chosen model; absent where nobody knows which one the agent will take. */
  readonly governed?: GovernedModel;
  readonly price?: PriceEvidence;
  readonly approval: Exclude<ConsentDecision, { outcome: 'deny' }>;
  readonly warnings: readonly Warning[];
}

/**
 * Selects the model of a turn on one backend: precedence, efforts, price limit (the P lines of docs/models.md), then the
 * user's rules for the concrete model. Pure.
 *
 * @throws CoAgentError `INPUT_LIMIT` for an impossible name; `MODEL_UNAVAILABLE` for a model or effort that the agent
 * does not have, or a missing effort of a named model that needs one; `POLICY_DENIED` for a denied model, a price limit
 * that no model meets, and a configured default with a bad name.
 */
export function selectModel(facts: SelectionFacts): ModelSelection {
  const choice = chooseAnyModel(facts);
  const { model } = choice;
  if (model === undefined) return undecided(choice, facts.backend);
  const governed = governedModel(facts.backend, { ...choice, model });
  const price = facts.prices.priceOf(model);
  const approval = approve(governed, { isDefault: choice.isDefault, price, facts });
  const limit = facts.outputPriceBelow;
  if (limit !== undefined && !isPriceBelow(price, limit)) throw notBelowLimit(model, limit, price);
  const warnings = warningsOf(approval);
  return { choice, governed, ...(price === undefined ? {} : { price }), approval, warnings };
}

/** A price limit chooses where the request does not. */
function chooseAnyModel(facts: SelectionFacts): ModelChoice {
  const { wish, outputPriceBelow } = facts;
  if (outputPriceBelow === undefined || wish.model !== undefined) return chooseModel(facts);
  return chooseBelow(outputPriceBelow, facts);
}

function chooseBelow(limitUsdPerMillion: number, facts: SelectionFacts): ModelChoice {
  const { backend, wish } = facts;
  const { problem } = defaultOf(facts);
  if (problem !== undefined) throw problem;
  const candidates = listCandidates({ ...facts, configuredDefault: wish.configuredDefault });
  const chosen = chooseWithinLimit(candidates, limitUsdPerMillion);
  if (chosen === undefined) throw noneBelowLimit(backend, limitUsdPerMillion, cheapestPrice(candidates));
  const row = facts.catalog?.models.find(({ id }) => id === chosen.model);
  return chosen.defaultSource !== undefined || row === undefined ? chooseModel(facts) : chooseRow(row, wish);
}

function approve(
  model: GovernedModel,
  {
    isDefault,
    price,
    facts,
  }: {
    readonly isDefault: boolean;
    readonly price: PriceEvidence | undefined;
    readonly facts: SelectionFacts;
  },
): ModelSelection['approval'] {
  const { governance, prices } = facts;
  const byDefault = defaultOf(facts).resolved;
  const decision = decideConsent({
    model,
    isDefault,
    price,
    defaultPrice: byDefault && prices.priceOf(byDefault.model),
    rules: readRules(governance.models),
    limits: governance,
  });
  if (decision.outcome === 'deny') throw modelDenied(model.backend, model.id, decision.rule);
  return decision;
}

/** The agent decides, and nobody knows what. What it then reports is judged by `requireReportedModel`. */
function undecided(choice: ModelChoice, backend: BackendId): ModelSelection {
  const warning = `${backend} decides which model runs, so its price is not known`;
  const approval = { outcome: 'run', warning } as const;
  return { choice, approval, warnings: warningsOf(approval) };
}

function warningsOf(approval: ModelSelection['approval']): Warning[] {
  if (approval.outcome !== 'run' || approval.warning === undefined) return [];
  return [{ code: 'PRICE_UNKNOWN', message: approval.warning }];
}
