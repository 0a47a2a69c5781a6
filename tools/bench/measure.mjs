/** Measuring side by side: what is compared runs in turns, so that a noisy machine disturbs both alike. */

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

/**
 * Runs every measurement once unmeasured, then in turns.
 * @template {string} Name
 * @param {Record<Name, () => Promise<number>>} measurements - Each gives one value.
 * @param {number} rounds
 * @returns {Promise<Record<Name, number[]>>} The values of each.
 */
export async function inTurns(measurements, rounds) {
  const entries = /** @type {[Name, () => Promise<number>][]} */ (Object.entries(measurements));
  const values = /** @type {Record<Name, number[]>} */ ({});
  for (const [name] of entries) values[name] = [];
  for (const [, measure] of entries) await measure();
  for (let round = 0; round < rounds; round++) {
    for (const [name, measure] of entries) values[name].push(await measure());
  }
  return values;
}

/**
 * @param {() => Promise<unknown>} work
 * @returns {Promise<number>} Milliseconds.
 */
export async function timed(work) {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/**
 * One line of the table. `holds` is for a figure that has a target.
 * @typedef {{ what: string, value: string, target?: string, holds?: boolean }} Figure
 */
