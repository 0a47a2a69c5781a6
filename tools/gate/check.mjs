/** `npm run check`: the gates that run no test, each counted as one; a table; one closing line. */
import { lstatSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { npmCommand, npmEnvironment } from './install.mjs';
import { findMissing, findOutOfStep, findPlaces, findUnverified } from './lock-rules.mjs';
import { listFiles, read, ROOT, run, since } from './run.mjs';
import { failure, report, success } from './tally.mjs';
import { findEmptyNames, findRedacted, findRegistries, findUndescribed } from './tree-rules.mjs';

/** @typedef {import('./tally.mjs').Row} Row */

/** Programs that must end with 0. Types and documentation of a room read what the rooms below it have built. */
const PROGRAMS = /** @type {const} */ ([
  ['format', 'prettier', '--check', '--log-level=warn', '.'],
  ['project references', 'nx', 'sync:check'],
  ['lint', 'nx', 'run-many', '--targets=lint', '--parallel=2', '--outputStyle=static'],
  ['build', 'nx', 'run-many', '--targets=build', '--parallel=2', '--outputStyle=static'],
  ['types', 'nx', 'run-many', '--targets=typecheck', '--parallel=2', '--outputStyle=static'],
  ['types of the tools', 'tsc', '--project', 'tools/tsconfig.json'],
  ['documentation of the libraries', 'typedoc', '--logLevel', 'Warn'],
]);

const files = listFiles().filter((file) => lstatSync(join(ROOT, file)).isFile());
const readText = (/** @type {string} */ file) => readFileSync(join(ROOT, file), 'utf8');
const lockfiles = files.filter((file) => /(^|\/)package-lock\.json$/.test(file));

/**
 * @param {(lock: import('./lock-rules.mjs').Lock, folder: string) => readonly string[]} rule
 * @returns {string[]}
 */
function inLockfiles(rule) {
  return lockfiles.flatMap((file) =>
    rule(JSON.parse(readText(file)).packages, dirname(file)).map((problem) => `${file}: ${problem}`),
  );
}

/** Hosts of registries: the one that this machine uses and the public one, in parts for its own rule. */
function registryHosts() {
  const { command, args } = npmCommand();
  const configured = read(command, [...args, 'config', 'get', 'registry'], { env: npmEnvironment() }).trim();
  return [...new Set([new URL(configured).host, ['registry', 'npmjs', 'org'].join('.')])];
}

/** Reads the built library: the build is among the programs above. */
async function redactionRule() {
  const { redactAnswer } = await import('@coagent8/security');
  return findRedacted(files, readText, redactAnswer);
}

/** Rules over files: what each finds must be nothing. */
const RULES = /** @type {const} */ ([
  ['lockfiles name no place', () => inLockfiles(findPlaces)],
  ['lockfiles have a digest for every package', () => inLockfiles(findUnverified)],
  ['lockfiles lack no package', () => inLockfiles(findMissing)],
  [
    'lockfiles are in step with package.json',
    () =>
      inLockfiles((lock, folder) =>
        findOutOfStep(lock, (path) => JSON.parse(readText(join(folder, path, 'package.json')))),
      ),
  ],
  ['no file names a registry', () => findRegistries(files, readText, registryHosts())],
  ['names say what is inside', () => findEmptyNames(files)],
  ['every library has a README', () => findUndescribed(files)],
  ['redaction changes no file of this repository', redactionRule],
]);

/** @type {Row[]} */
const rows = [];
for (const [name, command, ...args] of PROGRAMS) {
  const startedAt = performance.now();
  console.log(`\n=== ${name}: ${command} ${args.join(' ')}`);
  const code = await run(command, args);
  console.log(`=== ${name}: ${since(startedAt)}`);
  rows.push(code === 0 ? success(name) : failure(name, `${command} ended with exit code ${code}`));
}
console.log('');
for (const [name, rule] of RULES) {
  const found = await rule();
  for (const problem of found) console.log(`${name}: ${problem}`);
  rows.push(found.length === 0 ? success(name) : failure(name, `${found.length} found, see above`));
}
report('check', rows);
