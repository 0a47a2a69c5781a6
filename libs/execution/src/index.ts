/**
 * The one corridor of a turn: gather facts, plan, run, settle. It composes the rooms below it and words no provider's
 * protocol, no transport and no terminal. What leaves it is data: an outcome that never throws.
 *
 * @packageDocumentation
 */
export type { ConsideredBackend } from './consider-backends.js';
export { explainRoute } from './explain-route.js';
export type { RouteReport } from './explain-route.js';
export { createTurnOperations } from './turn-operations.js';
export type { TurnDependencies } from './turn-dependencies.js';
export { describeProgress, footerLines } from './outcome-text.js';
