const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const MODEL_PORT = /127\.0\.0\.1:\d+/g;

/**
 * @typedef {object} Places
 * @property {Readonly<Record<string, string>>} paths - What stands for each path.
 * @property {Readonly<Record<string, unknown>>} [fixed] - By the name of a member: what stands there instead, or a
 *   function that makes it of what stood there.
 */

/**
 * Replaces what differs from run to run: paths, ports, ids, and the members that are named. A null stays null.
 *
 * @param {any} value - JSON.
 * @param {Places} places
 * @returns {any}
 */
export function settle(value, { paths, fixed = {} }) {
  const uuids = new Map();
  return settleMember(value, undefined);

  function settleMember(member, key) {
    if (Array.isArray(member)) return member.map((entry) => settleMember(entry, undefined));
    if (typeof member === 'object' && member !== null) return mapValues(member, settleMember);
    if (member === null || typeof member === 'boolean') return member;
    const other = Object.hasOwn(fixed, key) ? fixed[key] : member;
    const settled = typeof other === 'function' ? other(member) : other;
    return typeof settled === 'string' ? settleText(settled) : settled;
  }

  function settleText(text) {
    const placed = Object.entries(paths).reduce(
      (result, [path, name]) => result.replaceAll(path, name),
      text,
    );
    return placed.replace(MODEL_PORT, '127.0.0.1:4000').replace(UUID, (uuid) => {
      if (!uuids.has(uuid))
        uuids.set(uuid, `00000000-0000-7000-8000-${String(uuids.size + 1).padStart(12, '0')}`);
      return uuids.get(uuid);
    });
  }
}

function mapValues(object, map) {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]));
}
