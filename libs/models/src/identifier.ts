/**
 * Whether two names mean the same model: case, a provider prefix that only one of them has (`vendor/name` and `name`)
 * and dots for dashes do not matter. Everything else does, suffixes for a date or an effort included: `name` and
 * `name-2026-01-31` may answer differently. Symmetric; not transitive, since `a/name` and `b/name` both match `name`.
 */
export function sameModel(one: string, other: string): boolean {
  return one === other || isSamePlain(plainName(one), plainName(other));
}

/**
 * Whether rules hold two names for the same model: as {@link sameModel}, and a date, a bracketed window (`[1m]`) and one
 * of `efforts` at the end do not matter either. Symmetric; never a substring.
 *
 * @param efforts - What the model takes; see {@link effortSuffixes}.
 */
export function namesSame(one: string, other: string, efforts: readonly string[]): boolean {
  return one === other || isSamePlain(bareName(one, efforts), bareName(other, efforts));
}

/**
 * The name that prices are found by: in lower case, dashes for dots, without provider prefix, date and bracketed window,
 * and without an effort at the end where it is one of `efforts`. Two models may have one key only where they are one
 * model at other dates, windows, efforts or providers.
 *
 * @param efforts - Words that count as an effort at the end. Real models are called `…-max`: not every word may.
 */
export function priceKey(name: string, efforts: readonly string[]): string {
  return lastPart(bareName(name, efforts));
}

/** Efforts that a name may end in where the model lists none of its own. Real models are called `…-max`: it is not one. */
export const USUAL_EFFORTS = ['minimal', 'low', 'medium', 'high', 'xhigh'] as const;

/** Which words at the end of a name are an effort of its model, for rules: what it lists, else {@link USUAL_EFFORTS}. */
export function effortSuffixes(efforts: readonly string[]): readonly string[] {
  return efforts.length > 0 ? efforts : USUAL_EFFORTS;
}

/** `name` in the spelling that comparisons are made in: lower case, dashes for dots. It keeps its provider prefix. */
export function plainName(name: string): string {
  return name.toLowerCase().replaceAll('.', '-');
}

/** {@link plainName} without date, bracketed window and effort at the end, each once and in any order; never nothing. */
export function bareName(name: string, efforts: readonly string[]): string {
  const undated = withoutDateAndWindow(plainName(name));
  const bare = withoutEffort(undated, efforts);
  return bare === undated ? undated : withoutDateAndWindow(bare);
}

/** `plain` without date and bracketed window at the end, in either order. */
export function withoutDateAndWindow(plain: string): string {
  return withoutSuffix(withoutSuffix(withoutSuffix(plain, WINDOW), DATE), WINDOW);
}

/** What follows the provider prefix of `name`. */
export function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

const WINDOW = /\[[^[\]]*\]$/;
const DATE = /[-@]20\d\d(-?)(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])$/;

function withoutSuffix(name: string, suffix: RegExp): string {
  const found = suffix.exec(name);
  return found === null ? name : notNothing(name.slice(0, found.index), name);
}

function withoutEffort(plain: string, efforts: readonly string[]): string {
  const suffixes = efforts
    .map((effort) => `-${plainName(effort)}`)
    .filter((suffix) => plain.endsWith(suffix));
  return notNothing(
    plain.slice(0, plain.length - Math.max(0, ...suffixes.map(({ length }) => length))),
    plain,
  );
}

/** A suffix alone is a name. */
function notNothing(rest: string, name: string): string {
  return lastPart(rest) === '' ? name : rest;
}

/** Whether one of two names in {@link plainName} spelling is the other, or ends in it after a `/`. */
export function isSamePlain(one: string, other: string): boolean {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  return shorter !== '' && (shorter === longer || longer.endsWith(`/${shorter}`));
}
