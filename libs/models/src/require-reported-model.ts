import type { PriceEvidence } from '@coagent8/contracts';

import { defaultOf } from './choose-model.js';
import { isPriceBelow } from './choose-within-limit.js';
import { decideConsent } from './decide-consent.js';
import { isSameResolved } from './default-model.js';
import { denyRule, modelUnreported, reportedModelRefused } from './errors.js';
import type { ConsentDecision } from './governance.js';
import { governedModel } from './governed-model.js';
import { namesSame } from './identifier.js';
import { isModelName } from './name-form.js';
import { resolveName } from './resolve-name.js';
import type { ResolvedName } from './resolve-name.js';
import { hasRulesAgainst, readRules } from './rules.js';
import type { ModelSelection, SelectionFacts } from './select-model.js';
import { shownPrice, shownUsd } from './shown-price.js';

/** What the agent says of the model that it is about to run. */
export interface ReportedName {
  readonly model: string;
  /** What the name that was asked for stands for, where the agent says so. */
  readonly askedModel?: string;
}

/** The selection that a report is held against. */
export interface SelectedModel {
  readonly selection: ModelSelection;
  readonly facts: SelectionFacts;
}

/**
 * Refuses the model that an agent reports in place of the selected one where the user's rules deny it, or where they would
 * have to be asked for it and were not: its known price is above a limit, or it is on the `ask` list. Consent to one
 * model is none to another, but it is to what its name stands for, as the agent says (`askedModel`), at the price that the
 * user was shown or less. A difference by itself is no reason, nor is an unknown price. Under a price limit of the request a
 * price that is not known to be below it refuses, too. Pure.
 *
 * @throws CoAgentError `POLICY_DENIED` naming both models.
 */
export function requireReportedModel(reported: ReportedName, selected: SelectedModel): void {
  const { selection, facts } = selected;
  const resolved = resolveName(reported.model, { catalog: facts.catalog });
  const price = facts.prices.priceOf(resolved.model);
  if (isSelected(resolved, selection) && !isDearer(price, selection.price)) return;
  const reason =
    consentReason(reported, { resolved, price, ...selected }) ?? limitReason(price, facts.outputPriceBelow);
  if (reason === undefined) return;
  const asked = selection.choice.model;
  throw reportedModelRefused(
    { backend: facts.backend, reported: reported.model, ...(asked === undefined ? {} : { selected: asked }) },
    reason,
  );
}

/**
 * Refuses an agent that has begun and named no model, where none was selected either and the user has rules that deny
 * models or ask for them: nobody would know whether they are kept. Pure.
 *
 * @throws CoAgentError `POLICY_DENIED`.
 */
export function requireReport({ selection, facts: { backend, governance } }: SelectedModel): void {
  if (selection.choice.model !== undefined || !hasRulesAgainst(governance.models, backend)) return;
  throw modelUnreported(backend);
}

/**
 * The name by which the price of a reported model has to be looked up before it can be judged; undefined where its price is
 * known, where it is the selected model, whose price was looked up with it, and for a name that no model can have. Pure.
 */
export function unpricedReport(
  { model: name }: ReportedName,
  { selection, facts }: SelectedModel,
): string | undefined {
  const resolved = resolveName(name, { catalog: facts.catalog });
  const isKnown = facts.prices.priceOf(resolved.model) !== undefined;
  const isNeedless = isKnown || isSelected(resolved, selection) || !isModelName(resolved.model);
  return isNeedless ? undefined : resolved.model;
}

/** By their rows where both have one, else by names that rules do not tell apart. */
function isSelected({ model, listed }: ResolvedName, { choice, governed }: ModelSelection): boolean {
  if (governed === undefined) return false;
  if (listed !== undefined && choice.listed !== undefined) return listed.id === choice.listed.id;
  return [governed.id, ...governed.otherNames].some((own) => namesSame(own, model, governed.efforts));
}

function consentReason(
  reported: ReportedName,
  {
    resolved,
    price,
    selection,
    facts,
  }: SelectedModel & {
    readonly resolved: ResolvedName;
    readonly price: PriceEvidence | undefined;
  },
): string | undefined {
  const isMeant = isWhatWasMeant(reported);
  const decision = judge(resolved, { price, selection, facts, isMeant });
  if (decision.outcome === 'deny') return denyRule(decision.rule);
  if (decision.outcome === 'run' || decision.basis === 'price_unknown') return undefined;
  const isConsented = isMeant && selection.approval.outcome === 'ask' && !isDearer(price, selection.price);
  return isConsented ? undefined : decision.reason;
}

/** Whether a price is known to be above the one that was known before. */
function isDearer(price: PriceEvidence | undefined, before: PriceEvidence | undefined): boolean {
  return (
    price !== undefined && before !== undefined && price.outputUsdPerMillion > before.outputUsdPerMillion
  );
}

/** Whether the name that was asked for stands for the reported model. */
function isWhatWasMeant({ model, askedModel }: ReportedName): boolean {
  return askedModel !== undefined && namesSame(askedModel, model, []);
}

function judge(
  resolved: ResolvedName,
  {
    price,
    selection,
    facts,
    isMeant,
  }: SelectedModel & {
    readonly price: PriceEvidence | undefined;
    readonly isMeant: boolean;
  },
): ConsentDecision {
  const { backend, prices, governance } = facts;
  const model = governedModel(backend, resolved);
  const { governed, choice } = selection;
  const selectedNames = isMeant && governed !== undefined ? [governed.id, ...governed.otherNames] : [];
  const byDefault = defaultOf(facts).resolved;
  const isDefault = byDefault !== undefined && isSameResolved(resolved, byDefault);
  return decideConsent({
    model: { ...model, otherNames: [...model.otherNames, ...selectedNames] },
    isDefault: isDefault || (isMeant && choice.isDefault),
    price,
    defaultPrice: byDefault && prices.priceOf(byDefault.model),
    rules: readRules(governance.models),
    limits: governance,
  });
}

function limitReason(
  price: PriceEvidence | undefined,
  limitUsdPerMillion: number | undefined,
): string | undefined {
  if (limitUsdPerMillion === undefined || isPriceBelow(price, limitUsdPerMillion)) return undefined;
  return price === undefined
    ? `its price is not known, so it does not meet the limit of ${shownUsd(limitUsdPerMillion)}`
    : `it costs ${shownPrice(price)}, which is not below the limit of ${shownUsd(limitUsdPerMillion)}`;
}
