/**
 * Names of models: which one a turn asks for, and whether two names mean the same. Pure. It may not know a model by name,
 * ask an agent what it offers, or replace a model that somebody named.
 *
 * @packageDocumentation
 */
export { chooseModel, EFFORT_MAX_CHARACTERS, MODEL_NAME_MAX_CHARACTERS } from './choose-model.js';
export type { ModelChoice } from './choose-model.js';
export { sameModel } from './identifier.js';
