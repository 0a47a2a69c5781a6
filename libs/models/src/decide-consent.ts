import type { PriceEvidence } from '@coagent8/contracts';

import type { ConsentDecision, Governance, GovernedModel } from './governance.js';
import type { ModelRules } from './rules.js';
import { shownModel } from './shown-model.js';
import { shownPrice, shownUsd } from './shown-price.js';

/** What the decision on one model is made from. */
export interface ConsentFacts {
  readonly model: GovernedModel;
  /** Whether it is what runs on its backend when no model is named. */
  readonly isDefault: boolean;
  /** Absent where it is not known. */
  readonly price: PriceEvidence | undefined;
  /** What the default of the backend costs. Absent where it is not known. */
  readonly defaultPrice: PriceEvidence | undefined;
  readonly rules: ModelRules;
  readonly limits: Pick<Governance, 'outputPriceAbove' | 'defaultPriceRatio'>;
}

/**
 * What the user's rules say about one model: the first of C1 to C7 that fits (docs/models.md). A price at a limit runs, one
 * above it asks. Pure. Never throws.
 */
export function decideConsent(facts: ConsentFacts): ConsentDecision {
  return byRule(facts) ?? byPrice(facts);
}

/** C1 to C3. */
function byRule({ model, rules, price }: ConsentFacts): ConsentDecision | undefined {
  const denied = rules.deny(model);
  if (denied !== undefined) return { outcome: 'deny', rule: denied };
  const asked = rules.ask(model);
  if (asked !== undefined) {
    const cost = price === undefined ? 'its price is not known' : `it costs ${shownPrice(price)}`;
    const reason = `${cost}, and your rule ${shownModel(asked)} asks every time`;
    return { outcome: 'ask', basis: 'ask_rule', reason, isRememberable: false };
  }
  return rules.allow(model) === undefined ? undefined : { outcome: 'run' };
}

/** C4 to C7. */
function byPrice(facts: ConsentFacts): ConsentDecision {
  const { model, isDefault, price, defaultPrice } = facts;
  if (price === undefined) return unknownPrice(facts);
  const reason = aboveLimit(facts, price) ?? aboveDefault(facts, price);
  if (reason !== undefined) return { outcome: 'ask', ...reason, isRememberable: true };
  if (isDefault || defaultPrice !== undefined || facts.limits.defaultPriceRatio === null)
    return { outcome: 'run' };
  return {
    outcome: 'run',
    warning: `the price of the default model of ${model.backend} is not known, so ${shownModel(model.id)} was not compared with it`,
  };
}

type Reason = Pick<Extract<ConsentDecision, { outcome: 'ask' }>, 'basis' | 'reason'>;

function aboveLimit({ limits }: ConsentFacts, price: PriceEvidence): Reason | undefined {
  const limit = limits.outputPriceAbove;
  if (limit === null || price.outputUsdPerMillion <= limit) return undefined;
  return {
    basis: 'output_price_above',
    reason: `${shownPrice(price)}, above your limit of ${shownUsd(limit)}`,
  };
}

function aboveDefault(
  { isDefault, defaultPrice, limits }: ConsentFacts,
  price: PriceEvidence,
): Reason | undefined {
  const ratio = limits.defaultPriceRatio;
  if (isDefault || ratio === null || defaultPrice === undefined) return undefined;
  if (price.outputUsdPerMillion <= timesPrice(ratio, defaultPrice)) return undefined;
  const base = shownUsd(defaultPrice.outputUsdPerMillion);
  return {
    basis: 'default_price_ratio',
    reason: `${shownPrice(price)}, above ${shownUsd(ratio)} times the ${base} of the default model`,
  };
}

/** Rounded as prices are written: 3 × 0.7 is 2.1, and 2.1 is not above it. */
function timesPrice(ratio: number, { outputUsdPerMillion }: PriceEvidence): number {
  return Number((ratio * outputUsdPerMillion).toPrecision(12));
}

function unknownPrice({ model, isDefault }: ConsentFacts): ConsentDecision {
  if (isDefault) {
    return {
      outcome: 'run',
      warning: `the price of ${shownModel(model.id)}, the default model of ${model.backend}, is not known`,
    };
  }
  const reason = 'its price is not known, so no price limit can be applied';
  return { outcome: 'ask', basis: 'price_unknown', reason, isRememberable: true };
}
