/** The world that tests run in: nothing of the user's is found in it, and what a test leaves is seen. */
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { failure, success } from './tally.mjs';

/** @typedef {import('./tally.mjs').Row} Row */
/** @typedef {{ home: string, temporary: string, packed: string, env: NodeJS.ProcessEnv }} TestWorld */

/** Variables that would lead a test to the user's own agents, keys, settings or running turn. */
const PERSONAL =
  /^(COAGENT8_|CODEX_|CLAUDE|ANTHROPIC_|OPENAI_|GEMINI_|GOOGLE_|AGY_|AWS_|XDG_|NODE_OPTIONS$)/i;

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
  const home = join(folder, 'home');
  const temporary = join(folder, 'tmp');
  const packed = join(folder, 'package');
  for (const path of [home, temporary, packed]) mkdirSync(path);
  const impersonal = Object.entries(process.env).filter(([name]) => !PERSONAL.test(name));
  const env = { ...Object.fromEntries(impersonal), HOME: home, USERPROFILE: home, TMPDIR: temporary };
  return { home, temporary, packed, env };
}

/**
 * Whether a test left a file in its home or in the temporary folder.
 * @param {{ home: string, temporary: string }} world
 * @returns {Row}
 */
export function checkLeftovers({ home, temporary }) {
  const left = [home, temporary]
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((path) => path !== join(temporary, TYPESCRIPT_CACHE));
  return left.length === 0 ? success('nothing left behind') : failure('nothing left behind', left.join(', '));
}
