/**
 * Models: what the agents offer, what it costs, which one a turn takes, and whether the user has to be asked. Decisions are
 * pure over catalogs, prices and rules; `model-store` and `prices/` are the doors to the disk and to the price list. It may
 * not know a model by name, ask an agent anything, or replace a model that somebody named.
 *
 * @packageDocumentation
 */
export { CATALOG_MODELS_MAX, listedModelSchema, modelCatalogSchema, soundCatalog } from './catalog.js';
export type { ListedModel, ModelCatalog } from './catalog.js';
export type { ModelChoice, ModelWish } from './choose-model.js';
export { cheapestPrice, isWithinLimit } from './choose-within-limit.js';
export { consentLines } from './consent-lines.js';
export type { QuestionWriting } from './consent-lines.js';
export type { ConsentDecision, Governance, GovernedModel } from './governance.js';
export { sameModel } from './identifier.js';
export { listCandidates } from './list-candidates.js';
export type { Candidate, CandidateFacts } from './list-candidates.js';
export { createModelStore } from './model-store.js';
export type { CatalogStore, ModelStoreOptions, StoredCatalog } from './model-store.js';
export { createPriceIndex } from './prices/match-price.js';
export type { PriceIndex, PriceMatch } from './prices/match-price.js';
export { parsePriceList } from './prices/price-list.js';
export type { ListPrice, PriceListEntry, PriceListReading } from './prices/price-list.js';
export { PRICES_VARIABLE, PUBLIC_PRICE_LIST } from './prices/price-source.js';
export { FAILURE_MAX_CHARACTERS } from './prices/price-store.js';
export type { PriceFailure, PriceStore, ReadPrices, StoredPrices } from './prices/price-store.js';
export { createPrices } from './prices/prices.js';
export type { PricesOptions } from './prices/prices.js';
export { PRICE_LIST_MAX_BYTES, PRICE_LIST_TIMEOUT_MS, readPriceList } from './prices/read-price-list.js';
export type { PriceListRequest } from './prices/read-price-list.js';
export type { NameOrigin } from './errors.js';
export type { PriceFacts, PriceQuery, Prices } from './prices/price-facts.js';
export { checkModelName, EFFORT_MAX_CHARACTERS, MODEL_NAME_MAX_CHARACTERS } from './name-form.js';
export { neededPrices } from './needed-prices.js';
export { requireReport, requireReportedModel, unpricedReport } from './require-reported-model.js';
export type { ReportedName, SelectedModel } from './require-reported-model.js';
export { findListed, resolveName } from './resolve-name.js';
export type { NameFacts, ResolvedName } from './resolve-name.js';
export { readRules } from './rules.js';
export type { ModelRules, RuleList } from './rules.js';
export { selectModel } from './select-model.js';
export type { ModelSelection, SelectionFacts } from './select-model.js';
export { shownModel } from './shown-model.js';
export { shownEvidence, shownUsd } from './shown-price.js';
export { shownAge, shownTime } from './shown-time.js';
