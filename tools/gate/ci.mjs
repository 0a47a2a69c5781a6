/**
 * `.ci/run`: `npm test`, then `npm run check`, then whether they left anything running or written. Adds up what both
 * counted. Node builtins only, for Node 20 and up.
 */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { canSeeProcesses, findNewProcesses, findProcesses } from './processes.mjs';
import { read, ROOT, run, since } from './run.mjs';
import { failure, report, success } from './tally.mjs';

/** @typedef {import('./tally.mjs').Row} Row */

/** How long a process may take to end after the last gate. */
const ENDING_GRACE_MS = 3_000;
const MARK = { name: 'GATE_RUN', value: `${process.pid}-${Date.now()}` };
const MARKED = `${MARK.name}=${MARK.value}`;
const TALLIES = join(ROOT, '.artifacts', 'tally');

/**
 * @param {string} gate
 * @param {readonly string[]} command - Of npm.
 * @returns {Promise<{ rows: Row[], took: string }>}
 */
async function runGate(gate, command) {
  const startedAt = performance.now();
  const code = await run('npm', command, { env: { ...process.env, [MARK.name]: MARK.value } });
  return { rows: rowsOf(gate, code), took: since(startedAt) };
}

/**
 * @param {string} gate
 * @param {number} code
 * @returns {Row[]}
 */
function rowsOf(gate, code) {
  const path = join(TALLIES, `${gate}.json`);
  if (!existsSync(path)) return [failure(gate, `it ended with exit code ${code} and without a tally`)];
  const { rows, failed } = JSON.parse(readFileSync(path, 'utf8'));
  return code !== 0 && failed === 0 ? [...rows, failure(gate, `it ended with exit code ${code}`)] : rows;
}

const gitStatus = () => read('git', ['-c', 'safe.directory=*', 'status', '--porcelain']);

/**
 * @param {string} before
 * @returns {Row}
 */
function checkWorkingTree(before) {
  const after = gitStatus();
  return after === before
    ? success('working tree as before')
    : failure('working tree as before', after.trim());
}

/**
 * @param {import('./processes.mjs').Found[]} before
 * @returns {Promise<Row>}
 */
async function checkProcesses(before) {
  const name = 'no process left running';
  if (!canSeeProcesses) return { name, passed: 0, failed: 0, skipped: ['this system has no /proc'] };
  const left = await findNewProcesses(ROOT, MARKED, before, ENDING_GRACE_MS);
  return left.length === 0 ? success(name) : failure(name, left.map(({ command }) => command).join('; '));
}

rmSync(TALLIES, { recursive: true, force: true });
const statusBefore = gitStatus();
const processesBefore = canSeeProcesses ? findProcesses(ROOT, MARKED) : [];
const test = await runGate('test', ['test']);
const check = await runGate('check', ['run', 'check']);
console.log(`\n=== npm test: ${test.took}\n=== npm run check: ${check.took}`);
report('ci', [
  ...test.rows,
  ...check.rows,
  checkWorkingTree(statusBefore),
  await checkProcesses(processesBefore),
]);
