/**
 * The agents' command lines: where they are, what they are asked before a turn, and what they say while it runs, in
 * words that no provider owns. It never chooses an agent, a model or a price, never keeps an answer, and reads no
 * environment of its own.
 *
 * @packageDocumentation
 */
export { ANSWER_LIMITS, collectAnswer, createAnswerCollector } from './answer-collector.js';
export type { AnswerCollector, AnswerLimits, BoundedText, CollectedAnswer } from './answer-collector.js';
export type {
  Authentication,
  Backend,
  BackendExamination,
  BackendTurn,
  CatalogInputs,
  Executable,
  ExecutableSource,
  ExamineRequest,
  LocateRequest,
  ReportedModel,
} from './backend.js';
export { CATALOG_STORE_TTL_MS, CATALOG_TIMEOUT_MS, createCatalogs } from './catalogs.js';
export type { CatalogReading, CatalogRequest, Catalogs, CatalogsOptions } from './catalogs.js';
export { openCooldowns } from './quota/cooldowns.js';
export { headroomOf, MEASUREMENT_FRESH_MS, UNKNOWN_HEADROOM_PERCENT } from './quota/headroom.js';
export type { Headroom, HeadroomQuestion } from './quota/headroom.js';
export { createQuotaStore } from './quota/quota-store.js';
export type { AnsweredTurn } from './quota/cooldowns.js';
export type { QuotaStore, QuotaStoreOptions, QuotaStorePlaces } from './quota/quota-store.js';
export { createBackends } from './registry.js';
