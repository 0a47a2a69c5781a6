/** Longest name that is compared; a longer one is no slip of the hand. */
const COMPARED_MAX_CHARACTERS = 64;
/** How many letters may differ. */
const SLIPS_MAX = 3;
/** How many fields are named at most. */
const SIMILAR_MAX = 3;

/** Those of `fields` that `typed` may mean, nearest first: a slip of the hand, or the end of the name alone. Pure. */
export function similarFields(typed: string, fields: readonly string[]): readonly string[] {
  if (typed.length > COMPARED_MAX_CHARACTERS) return [];
  return fields
    .map((field) => ({ field, slips: slipsBetween(typed, field) }))
    .filter(({ slips }) => slips <= Math.min(SLIPS_MAX, typed.length / 3))
    .sort((one, other) => one.slips - other.slips)
    .slice(0, SIMILAR_MAX)
    .map(({ field }) => field);
}

/** The fewest letters to change, from `typed` to `field` or to its last names. */
function slipsBetween(typed: string, field: string): number {
  const names = field.split('.');
  const ends = names.map((_, index) => names.slice(index).join('.'));
  return Math.min(...ends.map((end) => distance(typed.toLowerCase(), end.toLowerCase())));
}

/** Levenshtein's distance, row by row. */
function distance(one: string, other: string): number {
  const start = Array.from({ length: other.length + 1 }, (_, index) => index);
  const last = [...one].reduce(
    (above, letter, row) => nextRow(above, letter, { row: row + 1, other }),
    start,
  );
  return last.at(-1) ?? 0;
}

function nextRow(
  above: readonly number[],
  letter: string,
  { row, other }: { readonly row: number; readonly other: string },
): number[] {
  const current = [row];
  for (let column = 1; column <= other.length; column += 1) {
    const [diagonal = 0, over = 0, left = 0] = [above[column - 1], above[column], current[column - 1]];
    const changed = diagonal + (other[column - 1] === letter ? 0 : 1);
    current.push(Math.min(changed, over + 1, left + 1));
  }
  return current;
}
