import { BACKEND_IDS } from '@coagent8/contracts';

/** Longest name of a model in the user's lists, in characters; what precedes it for one backend alone is not counted. */
export const RULE_NAME_MAX_CHARACTERS = 256;

const BACKEND_PREFIX = new RegExp(`^(?:${BACKEND_IDS.join('|')})/`, 'i');

/**
 * What keeps an entry of the user's lists from fitting any model, as a sentence part; undefined where it may fit one. White
 * space around it does not matter. Pure.
 */
export function ruleEntryProblem(entry: string): string | undefined {
  const name = entry.trim().replace(BACKEND_PREFIX, '');
  if (name === '') return 'is empty';
  if (name.length > RULE_NAME_MAX_CHARACTERS) return `is longer than ${RULE_NAME_MAX_CHARACTERS} characters`;
  if (name.startsWith('-')) return 'begins with a dash';
  if (/[\s\p{C}]/u.test(name)) return 'holds white space or invisible characters';
  return undefined;
}
