import { invalidName } from './errors.js';
import type { NameOrigin } from './errors.js';

/** Longest name of a model, in characters. Names of deployments in a cloud run to some 150. */
export const MODEL_NAME_MAX_CHARACTERS = 256;
/** Longest name of a reasoning effort, in characters. */
export const EFFORT_MAX_CHARACTERS = 64;

/**
 * What keeps `name` from being the name of a model, as a sentence part: it is empty, too long, begins with a dash, or holds
 * white space or invisible characters. Undefined where a model could have it.
 */
export function modelNameProblem(name: string): string | undefined {
  return problemOf(name, MODEL_NAME_MAX_CHARACTERS);
}

/** Whether a model could have this name. */
export function isModelName(name: string): boolean {
  return modelNameProblem(name) === undefined;
}

/** Whether a reasoning effort could have this name. */
export function isEffortName(name: string): boolean {
  return problemOf(name, EFFORT_MAX_CHARACTERS) === undefined;
}

/** @throws CoAgentError for a name that no model can have: `INPUT_LIMIT`, `POLICY_DENIED` where it is configured. */
export function checkModelName(name: string, origin: NameOrigin): void {
  refuse(origin, modelNameProblem(name));
}

/** @throws CoAgentError `INPUT_LIMIT` for a name that no reasoning effort can have. */
export function checkEffortName(name: string): void {
  refuse('reasoning_effort', problemOf(name, EFFORT_MAX_CHARACTERS));
}

function refuse(origin: NameOrigin, problem: string | undefined): void {
  if (problem !== undefined) throw invalidName(origin, problem);
}

function problemOf(name: string, maxCharacters: number): string | undefined {
  if (name === '') return 'is empty';
  if (name.length > maxCharacters) return `is longer than ${maxCharacters} characters`;
  if (name.startsWith('-')) return 'begins with a dash';
  if (/[\s\p{C}]/u.test(name)) return 'holds white space or invisible characters';
  return undefined;
}
