/**
 * `npm test`: every test of every room, of the tools, and of the installed package; a table; one closing line.
 *
 * `npm test -- <project> …` runs the unit and process tests of these projects only.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { build } from './build.mjs';
import { installPacked } from './packed-package.mjs';
import { runJest } from './run-jest.mjs';
import { read, ROOT, run, since } from './run.mjs';
import { failure, JEST_TALLIES, readTally, report, success } from './tally.mjs';
import { checkLeftovers, createWorld } from './test-world.mjs';

/** @typedef {import('./tally.mjs').Row} Row */

/**
 * The unit and process tests, by Nx and so from its cache where nothing changed; the tally comes from there, too.
 * @param {readonly string[]} projects - Empty for all.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Row[]>}
 */
async function testProjects(projects, env) {
  const chosen =
    projects.length > 0
      ? projects
      : JSON.parse(read('nx', ['show', 'projects', '--with-target=test', '--json']));
  const list = `--projects=${chosen.join(',')}`;
  const code = await run('nx', ['run-many', '--targets=test', list, '--parallel=2', '--outputStyle=static'], {
    env,
  });
  const rows = chosen.map(readTally);
  const isExplained = code === 0 || rows.some((/** @type {Row} */ { failed }) => failed > 0);
  return isExplained ? rows : [...rows, failure('nx', `run-many ended with exit code ${code}`)];
}

/**
 * Builds, packs and installs the package, then runs the end-to-end tests of each application against it.
 * @param {{ packed: string, env: NodeJS.ProcessEnv }} world - The package is installed in its empty folder.
 * @returns {Promise<Row[]>}
 */
async function testPackage({ packed, env }) {
  const suites = readdirSync(join(ROOT, 'apps'))
    .map((app) => ({ name: `${app}-e2e`, folder: join(ROOT, 'apps', app) }))
    .filter(({ folder }) => existsSync(join(folder, 'jest.e2e.config.cjs')));
  const failed = (await build()) ?? tryInstallPacked(packed);
  if (failed !== undefined) {
    return [
      failure('package', failed),
      ...suites.map(({ name }) => failure(name, 'there is no package to test')),
    ];
  }
  const rows = [success('package')];
  for (const { name, folder } of suites) {
    const COAGENT8_E2E_PACKAGE = join(packed, 'node_modules', 'coagent8');
    rows.push(await runJest(name, folder, 'jest.e2e.config.cjs', { ...env, COAGENT8_E2E_PACKAGE }));
  }
  return rows;
}

/** @param {string} folder */
function tryInstallPacked(folder) {
  try {
    installPacked(folder);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} step
 * @returns {Promise<T>}
 */
async function timed(what, step) {
  const startedAt = performance.now();
  console.log(`\n=== ${what}`);
  const result = await step();
  console.log(`=== ${what}: ${since(startedAt)}`);
  return result;
}

const projects = process.argv.slice(2);
const world = createWorld();
rmSync(JEST_TALLIES, { recursive: true, force: true });
const rows = await timed('unit and process tests', () => testProjects(projects, world.env));
if (projects.length === 0) {
  rows.push(
    await timed('tests of the tools', () =>
      runJest('tools', join(ROOT, 'tools'), 'jest.config.cjs', world.env),
    ),
    ...(await timed('tests of the installed package', () => testPackage(world))),
  );
}
report('test', [...rows, ...(await checkLeftovers(world))]);
