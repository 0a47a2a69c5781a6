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
import { createWorld } from '../gate/test-world.mjs';

// The binaries' places are known to a room, which has to be built before it can be imported.
execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-b', 'libs/testing/tsconfig.lib.json'], {
  cwd: ROOT,
  stdio: 'inherit',
});
const { installPublished, PUBLISHED_AGENTS } = await import('./published-agents.mjs');

/** @typedef {import('../gate/tally.mjs').Row} Row */
/** @typedef {import('./published-agents.mjs').PublishedAgent} PublishedAgent */

/** What is run against each version. */
const SUITES = [
  {
    name: 'conformance',
    folder: join(ROOT, 'libs', 'backends'),
    config: 'jest.config.cjs',
    file: 'conformance',
  },
  { name: 'hostile', folder: join(ROOT, 'apps', 'server'), config: 'jest.e2e.config.cjs', file: 'hostile' },
];

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
      for (const { name, folder, config, file } of SUITES) {
        const args = [file, '--testNamePattern', `^${agent.id}\\b`];
        const row = await runJest(
          `${agent.id} ${version} ${name}`,
          folder,
          config,
          { ...env, [agent.variable]: binary },
          args,
        );
        // What the pattern leaves out is another agent's.
        rows.push({ ...row, skipped: row.skipped.filter((test) => test.startsWith(`${agent.id} `)) });
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
report('versions', rows);
