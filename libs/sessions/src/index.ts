/**
 * Sessions: which conversation a turn continues, who may run it, and what is left of it when its server is gone. Owns the
 * files in `sessions/` and `results/` and the locks that tell which servers live. Knows no agent, no host and no prompt.
 *
 * @packageDocumentation
 */
export { AGENT_END_MAX_MS } from './agent-marks.js';
export type { NewSession, TurnFacts } from './change-record.js';
export { continueModel } from './continue-session.js';
export type { ModelWish } from './continue-session.js';
export type { HistoryOptions } from './history/history-archive.js';
export { HISTORY_SESSION_MAX_BYTES, HISTORY_TOTAL_MAX_BYTES } from './history/history-capacity.js';
export { HISTORY_KINDS, historyEventSchema } from './history/history-event.js';
export type { HistoryEvent, HistoryKind } from './history/history-event.js';
export type { HistoryWriter } from './history/history-writer.js';
export { HISTORY_PAGE_DEFAULT_EVENTS, HISTORY_PAGE_MAX_EVENTS } from './history/page-history.js';
export type { HistoryPage } from './history/page-history.js';
export { LIST_LIMIT_DEFAULT, LIST_LIMIT_MAX } from './list-sessions.js';
export type { ListOptions, SessionList, UnusableFile } from './list-sessions.js';
export { PERSISTENCE_MOMENTS, PERSISTENCE_OPERATIONS, PERSISTENCE_STEPS } from './persistence-steps.js';
export type { PersistenceOperation, PersistenceStep } from './persistence-steps.js';
export type { ReconciliationReport } from './reconcile-sessions.js';
export type { TurnResult } from './result-files.js';
export { ageMs, isAwake, isKept, SESSION_IDLE_MAX_MS, SESSION_KEPT_MS } from './retention.js';
export { ABBREVIATION_MIN_DIGITS, parseSessionHandle } from './session-handle.js';
export type { SessionPlaces } from './session-places.js';
export { sessionRecordSchema } from './session-record.js';
export type { SessionRecord } from './session-record.js';
export { isActive } from './session-state.js';
export { createSessionStore } from './session-store.js';
export type { CloseOptions, SessionDependencies, SessionStore } from './session-store.js';
export { RESULT_PAGE_MAX_CHARACTERS, storedResultSchema } from './stored-result.js';
export type { ResultPage, StoredResult } from './stored-result.js';
export type { ContinueOptions, TurnEnd, TurnLease, TurnLeases } from './turn-leases.js';
