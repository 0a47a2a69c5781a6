/** Characters of one delta, and how many deltas a text has at most before they grow. */
const DELTA_CHARACTERS = 12;
const DELTAS_MAX = 500;

/** A text in the pieces that a model sends it in. An empty text has none. */
export function textDeltas(text: string): string[] {
  const size = Math.max(DELTA_CHARACTERS, Math.ceil(text.length / DELTAS_MAX));
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  );
}
