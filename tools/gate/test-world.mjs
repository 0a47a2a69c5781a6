/** The world that tests run in: nothing of the user's is found in it, and what a test leaves is seen. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findListeners, findNewPorts } from './ports.mjs';
import { canSeeProcesses, findNewProcesses } from './processes.mjs';
import { failure, success } from './tally.mjs';

/** @typedef {import('./tally.mjs').Row} Row */
/**
 * @typedef {object} TestWorld
 * @property {string} folder - Holds the others. Every process of a test names it in its environment, as `HOME` or `TMPDIR`.
 * @property {string} home
 * @property {string} temporary
 * @property {string} packed - Empty.
 * @property {NodeJS.ProcessEnv} env
 * @property {ReadonlyMap<string, number>} listeners - What listened before the tests.
 */

/** Variables that would lead a test to the user's own agents, keys, settings or running turn. */
const PERSONAL =
  /^(COAGENT8_|CODEX_|CLAUDE|ANTHROPIC_|OPENAI_|GEMINI_|GOOGLE_|AGY_|AWS_|XDG_|NODE_OPTIONS$)/i;

/** How long a process may take to end after the last test. */
const ENDING_GRACE_MS = 3_000;

/** TypeScript caches its own code in the temporary folder. */
const TYPESCRIPT_CACHE = 'node-compile-cache';

/**
 * A home and a temporary folder for this run alone: tests find nothing of the user's, and what they leave is seen.
 * Removed when this process ends.
 * @returns {TestWorld}
 */
export function createWorld() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ca8-')));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  chmodSync(folder, 0o711); // a test that plays a user without rights comes through
  const home = join(folder, 'home');
  const temporary = join(folder, 'tmp');
  const packed = join(folder, 'package');
  for (const path of [home, temporary, packed]) mkdirSync(path);
  const impersonal = Object.entries(process.env).filter(([name]) => !PERSONAL.test(name));
  const env = {
    ...Object.fromEntries(impersonal),
    ...{ HOME: home, USERPROFILE: home, TMPDIR: temporary },
    COAGENT8_PRICES_URL: join(folder, 'no-prices.json'), // a test without a price list of its own reaches no network
  };
  return { folder, home, temporary, packed, env, listeners: findListeners() };
}

/**
 * Whether a test left a file in its home or in the temporary folder, a process, or a port.
 * @param {TestWorld} world
 * @returns {Promise<Row[]>}
 */
export async function checkLeftovers({ folder, home, temporary, listeners }) {
  const files = [home, temporary]
    .flatMap((place) => readdirSync(place).map((name) => join(place, name)))
    .filter((path) => path !== join(temporary, TYPESCRIPT_CACHE));
  const rows = [judge('no file left behind', files)];
  if (!canSeeProcesses) return [...rows, unseen('no process left behind'), unseen('no port left open')];
  const processes = await findNewProcesses(folder, folder, [], ENDING_GRACE_MS);
  const ports = await findNewPorts(listeners, folder, ENDING_GRACE_MS);
  return [
    ...rows,
    judge(
      'no process left behind',
      processes.map(({ command }) => command),
    ),
    judge('no port left open', ports.map(String)),
  ];
}

/**
 * @param {string} name
 * @param {readonly string[]} left
 * @returns {Row}
 */
function judge(name, left) {
  return left.length === 0 ? success(name) : failure(name, left.join(', '));
}

/**
 * @param {string} name
 * @returns {Row}
 */
function unseen(name) {
  return { name, passed: 0, failed: 0, skipped: ['this system has no /proc'] };
}
