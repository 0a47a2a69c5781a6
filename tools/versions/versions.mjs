/**
 * `npm run e2e:versions [agent] [versions…]`: the conformance and hostile suites against published versions of the real
 * agents, one at a time, each installed in a folder of its own and removed afterwards; a table; one closing line.
 * Needs the npm registry.
 */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { build } from '../gate/build.mjs';
import { installPacked } from '../gate/packed-package.mjs';
import { runJest } from '../gate/run-jest.mjs';
import { ROOT, since } from '../gate/run.mjs';
import { failure, report } from '../gate/tally.mjs';
import { checkLeftovers, createWorld } from '../gate/test-world.mjs';

// The binaries' places are known to a room, which has to be built before it can be imported.
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-b', 'libs/testing/tsconfig.lib.json'], {
  cwd: ROOT,
  stdio: 'inherit',
});
const { installPublished, PUBLISHED_AGENTS } = await import('./published-agents.mjs');

/** @typedef {import('../gate/tally.mjs').Row} Row */
/** @typedef {import('./published-agents.mjs').PublishedAgent} PublishedAgent */

const BACKENDS = join(ROOT, 'libs', 'backends');
const SERVER = join(ROOT, 'apps', 'server');

/**
 * What is run against each version: jest's folder, its configuration, and a pattern of file names.
 * @param {string} id
 */
const suitesOf = (id) => ({
  conformance: [BACKENDS, 'jest.config.cjs', 'conformance'],
  hostile: [SERVER, 'jest.e2e.config.cjs', `hostile-${id}`],
});

/**
 * @param {PublishedAgent} agent
 * @param {string} wanted
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Row[]>}
 */
async function tryVersion(agent, wanted, env) {
  const startedAt = performance.now();
  try {
    const { binary, version, remove } = installPublished(agent, wanted);
    console.log(`\n=== ${agent.id} ${version}`);
    try {
      const rows = [];
      const ofAgent = new RegExp(`^${agent.id}\\b`);
      const variables = { ...env, [agent.variable]: binary };
      for (const [name, [folder, config, pattern]] of Object.entries(suitesOf(agent.id))) {
        const args = [pattern, '--testNamePattern', ofAgent.source];
        const row = await runJest(`${agent.id} ${version} ${name}`, folder, config, variables, args);
        rows.push({ ...row, skipped: row.skipped.filter((test) => ofAgent.test(test)) });
      }
      console.log(`=== ${agent.id} ${version}: ${since(startedAt)}`);
      return rows;
    } finally {
      remove();
    }
  } catch (error) {
    return [failure(`${agent.id} ${wanted}`, error instanceof Error ? error.message : String(error))];
  }
}

const [id, ...named] = process.argv.slice(2);
const agents = PUBLISHED_AGENTS.filter((agent) => id === undefined || agent.id === id);
if (agents.length === 0) {
  console.error(`No agent ${id}; there are ${PUBLISHED_AGENTS.map((agent) => agent.id).join(', ')}`);
  process.exit(2);
}
const world = createWorld();
const failed = await build();
if (failed !== undefined) {
  console.error(failed);
  process.exit(1);
}
const env = { ...world.env, COAGENT8_E2E_PACKAGE: installPacked(world.packed) };
const rows = [];
for (const agent of agents) {
  for (const version of named.length > 0 ? named : agent.versions)
    rows.push(...(await tryVersion(agent, version, env)));
}
report('versions', [...rows, ...(await checkLeftovers(world))]);
