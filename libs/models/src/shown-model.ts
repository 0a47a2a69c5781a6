import { shownText } from '@coagent8/contracts';

/** Longest name of a model that a message repeats, in characters. */
export const SHOWN_MODEL_MAX_CHARACTERS = 64;

/**
 * How a message names a model that a caller, a user or an agent named: as it is where it looks like the name of a model,
 * else as any text of theirs. Redaction is for who lets the message out.
 */
export function shownModel(name: string): string {
  const plain = name.length <= SHOWN_MODEL_MAX_CHARACTERS && /^[\w.:@/[\]-]+$/.test(name);
  return plain ? name : shownText(name);
}
