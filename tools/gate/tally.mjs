/** What a gate counted, and how it says so: a table and one closing line. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { ROOT } from './run.mjs';

/** Where `jest-tally.cjs` writes what each run of jest counted. */
export const JEST_TALLIES = join(ROOT, '.artifacts', 'jest');

/**
 * @typedef {object} Row
 * @property {string} name
 * @property {number} passed
 * @property {number} failed
 * @property {readonly string[]} skipped - One reason or test name each.
 * @property {string} [note] - Why it failed, where the output above does not say.
 */

/**
 * What one run of jest counted. A missing or torn tally is a failure: the run ended before jest could count.
 * @param {string} name
 * @returns {Row}
 */
export function readTally(name) {
  const path = join(JEST_TALLIES, `${name}.json`);
  if (!existsSync(path)) return failure(name, 'it ended without a tally');
  try {
    const { passed, failed, skipped } = JSON.parse(readFileSync(path, 'utf8'));
    return { name, passed, failed, skipped };
  } catch {
    return failure(name, 'its tally is torn');
  }
}

/**
 * @param {string} name
 * @param {string} [note]
 * @returns {Row}
 */
export const failure = (name, note) => ({
  name,
  passed: 0,
  failed: 1,
  skipped: [],
  ...(note ? { note } : {}),
});

/**
 * @param {string} name
 * @returns {Row}
 */
export const success = (name) => ({ name, passed: 1, failed: 0, skipped: [] });

/** @param {readonly Row[]} rows */
export function add(rows) {
  const sum = (/** @type {(row: Row) => number} */ count) =>
    rows.reduce((total, row) => total + count(row), 0);
  return {
    passed: sum((row) => row.passed),
    failed: sum((row) => row.failed),
    skipped: sum((row) => row.skipped.length),
  };
}

/**
 * `N passed, N failed`, and `, N skipped` where something was.
 * @param {{ passed: number, failed: number, skipped: number }} total
 */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * @param {readonly Row[]} rows
 * @returns {string} Lines ready to print: the table, the notes, what was skipped.
 */
export function formatTable(rows) {
  const width = Math.max(...rows.map(({ name }) => name.length), 'project'.length);
  const line = (/** @type {readonly (string | number)[]} */ [name, ...counts]) =>
    `${String(name).padEnd(width)}  ${counts.map((count) => String(count).padStart(7)).join('  ')}`;
  return [
    line(['project', 'passed', 'failed', 'skipped']),
    ...rows.map(({ name, passed, failed, skipped }) => line([name, passed, failed, skipped.length])),
    ...rows.flatMap(({ name, note }) => (note ? [`failed: ${name}: ${note}`] : [])),
    ...rows.flatMap(({ name, skipped }) => skipped.map((reason) => `skipped: ${name}: ${reason}`)),
  ].join('\n');
}

/**
 * Prints the table and, last, the closing line; writes the same to `.artifacts/tally/<gate>.json`; sets the exit code
 * to 1 when something failed or nothing was counted.
 * @param {string} gate
 * @param {readonly Row[]} rows
 */
export function report(gate, rows) {
  const total = add(rows);
  const path = join(ROOT, '.artifacts', 'tally', `${gate}.json`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ ...total, rows }, null, 2));
  console.log(`\n${formatTable(rows)}\n${closingLine(total)}`);
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
}
