/** Most letters that may differ between two names that are taken for the same. */
const DISTANCE_MAX = 2;
/** Fewest letters of a name that is looked for inside a longer one. */
const PART_MIN_LETTERS = 4;

/** The name of `known` that `name` was probably meant to be: another spelling, a part of it, or a slip of the pen. */
export function closestName(name: string, known: readonly string[]): string | undefined {
  const wanted = letters(name);
  const spelt = known.find((candidate) => letters(candidate) === wanted);
  if (spelt !== undefined) return spelt;
  const [nearest] = known
    .map((candidate) => ({ candidate, distance: distance(wanted, letters(candidate)) }))
    .filter((entry) => entry.distance <= DISTANCE_MAX)
    .sort((a, b) => a.distance - b.distance);
  return nearest?.candidate ?? known.find((candidate) => isPart(wanted, letters(candidate)));
}

const letters = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

function isPart(a: string, b: string): boolean {
  return Math.min(a.length, b.length) >= PART_MIN_LETTERS && (a.includes(b) || b.includes(a));
}

/** Levenshtein distance, row by row. */
function distance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...a].entries()) {
    const current = [row + 1];
    for (const [column, other] of [...b].entries()) {
      const replaced = (above[column] ?? 0) + (letter === other ? 0 : 1);
      current.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    above = current;
  }
  return above.at(-1) ?? 0;
}
