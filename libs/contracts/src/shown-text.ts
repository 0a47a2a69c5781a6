/** Longest text of a caller that is repeated to them, in characters. Credentials are longer. */
export const SHOWN_MAX_CHARACTERS = 18;

/**
 * How a message names what a caller gave: in quotes where it is short and plain, else by its size alone, because what
 * a caller sends, even as the name of an option or a field, may be a secret or without bound.
 */
export function shownText(text: string): string {
  const plain = text.length <= SHOWN_MAX_CHARACTERS && /^[\w .-]+$/.test(text);
  return plain ? `"${text}"` : `a text of ${text.length} characters`;
}
