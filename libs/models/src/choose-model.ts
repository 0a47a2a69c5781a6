import { invalidName } from './errors.js';
import type { NameOrigin } from './errors.js';

/** Longest name of a model, in characters. Names of deployments in a cloud run to some 150. */
export const MODEL_NAME_MAX_CHARACTERS = 256;
/** Longest name of a reasoning effort, in characters. */
export const EFFORT_MAX_CHARACTERS = 64;

/** What a turn asks the agent for. */
export interface ModelChoice {
  /** Absent where the agent decides. */
  readonly model?: string;
  /** Absent where the agent or the model decides. */
  readonly reasoningEffort?: string;
  /** Who named the model; `agent`: nobody did. */
  readonly source: 'request' | 'configuration' | 'agent';
}

/**
 * Chooses the model of a turn: the one that the request names, else the backend's configured default, else none, and the
 * agent decides. A named model is never replaced or respelt. Whether it exists is the agent's to say: only the form is
 * checked here. Pure.
 *
 * @throws CoAgentError `INPUT_LIMIT` for a model or effort in the request, `POLICY_DENIED` for a configured default, that
 * is empty, too long, begins with a dash or holds white space or invisible characters.
 */
export function chooseModel(wanted: {
  readonly model?: string;
  readonly reasoningEffort?: string;
  /** Default model of the backend, from the configuration. */
  readonly configuredDefault?: string;
}): ModelChoice {
  const { reasoningEffort } = wanted;
  if (reasoningEffort !== undefined) checkName(reasoningEffort, EFFORT_MAX_CHARACTERS, 'reasoning_effort');
  return { ...chooseName(wanted), ...(reasoningEffort === undefined ? {} : { reasoningEffort }) };
}

function chooseName({
  model,
  configuredDefault,
}: {
  readonly model?: string;
  readonly configuredDefault?: string;
}): Pick<ModelChoice, 'model' | 'source'> {
  if (model !== undefined) {
    checkName(model, MODEL_NAME_MAX_CHARACTERS, 'model');
    return { model, source: 'request' };
  }
  if (configuredDefault === undefined) return { source: 'agent' };
  checkName(configuredDefault, MODEL_NAME_MAX_CHARACTERS, 'defaultModel');
  return { model: configuredDefault, source: 'configuration' };
}

function checkName(name: string, maxCharacters: number, origin: NameOrigin): void {
  const problem = problemOf(name, maxCharacters);
  if (problem !== undefined) throw invalidName(origin, problem);
}

function problemOf(name: string, maxCharacters: number): string | undefined {
  if (name === '') return 'is empty';
  if (name.length > maxCharacters) return `is longer than ${maxCharacters} characters`;
  if (name.startsWith('-')) return 'begins with a dash';
  if (/[\s\p{C}]/u.test(name)) return 'holds white space or invisible characters';
  return undefined;
}
