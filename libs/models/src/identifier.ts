/**
 * Whether two names mean the same model: case, a provider prefix that only one of them has (`vendor/name` and `name`)
 * and dots for dashes do not matter. Everything else does, suffixes for a date or an effort included: `name` and
 * `name-2026-01-31` may answer differently. Symmetric; not transitive, since `a/name` and `b/name` both match `name`.
 */
export function sameModel(one: string, other: string): boolean {
  if (one === other) return true;
  const [shorter = [], longer = []] = [partsOf(one), partsOf(other)].sort((a, b) => a.length - b.length);
  return shorter.join('/') !== '' && longer.slice(-shorter.length).join('/') === shorter.join('/');
}

/** Provider prefix and name, outermost first. */
function partsOf(name: string): readonly string[] {
  return name.toLowerCase().replaceAll('.', '-').split('/');
}
