/**
 * `npm run e2e:hosts [name…]`: large MCP clients drive the built package, one at a time, each installed in a folder of
 * its own and removed afterwards; a table of what was seen; one closing line. Needs the npm registry.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { build } from '../gate/build.mjs';
import { installPacked } from '../gate/packed-package.mjs';
import { runJest } from '../gate/run-jest.mjs';
import { ROOT, since } from '../gate/run.mjs';
import { failure, report } from '../gate/tally.mjs';
import { checkLeftovers, createWorld } from '../gate/test-world.mjs';
import { INSTALLABLE_HOSTS, installHost } from './installable-hosts.mjs';

/** @typedef {import('../gate/tally.mjs').Row} Row */

const SERVER = join(ROOT, 'apps', 'server');
const HEADINGS = ['host', 'version', 'protocol', 'tool', 'seen', 'took'];

/**
 * @param {string} name
 * @param {import('../gate/test-world.mjs').TestWorld} world
 * @param {string} packedPackage
 * @returns {Promise<{ row: Row, cells: readonly string[] }>}
 */
async function tryHost(name, world, packedPackage) {
  const startedAt = performance.now();
  const host = INSTALLABLE_HOSTS.get(name) ?? { package: name, version: '' };
  const seenFile = join(world.packed, `${name}.json`);
  const cells = (/** @type {string[]} */ ...more) => [name, host.version, ...more, since(startedAt)];
  try {
    console.log(`\n=== ${name}: installing ${host.package}@${host.version}`);
    const { packages, remove } = installHost(host);
    try {
      const env = {
        ...world.env,
        COAGENT8_E2E_PACKAGE: packedPackage,
        COAGENT8_E2E_HOST: name,
        COAGENT8_E2E_HOST_PACKAGES: packages,
        COAGENT8_E2E_HOST_SEEN: seenFile,
      };
      const row = await runJest(name, SERVER, 'jest.e2e.config.cjs', env, ['hosts.e2e']);
      const seen = existsSync(seenFile) ? JSON.parse(readFileSync(seenFile, 'utf8')) : {};
      return { row, cells: cells(seen.protocol ?? '', seen.tool ?? '', describe(seen)) };
    } finally {
      remove();
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { row: failure(name, message), cells: cells('', '', 'not installed') };
  }
}

/**
 * @param {{ shown?: string, discovers?: boolean, wantsProgress?: boolean, capabilities?: string[], remaining?: object[] }} seen
 * @returns {string}
 */
function describe({ shown = '', discovers, wantsProgress, capabilities = [], remaining = [] }) {
  return [
    /read-only, verified/.test(shown) ? 'answer and footer' : 'no answer',
    ...(discovers ? ['server/discover'] : []),
    ...(wantsProgress ? ['progress'] : []),
    ...capabilities,
    ...(remaining.length > 0 ? ['a process left, and ended'] : []),
  ].join(', ');
}

const named = process.argv.slice(2);
const unknown = named.filter((name) => !INSTALLABLE_HOSTS.has(name));
if (unknown.length > 0) {
  console.error(`No host ${unknown.join(', ')}; there are ${[...INSTALLABLE_HOSTS.keys()].join(', ')}`);
  process.exit(2);
}
const world = createWorld();
const failed = await build();
if (failed !== undefined) {
  console.error(failed);
  process.exit(1);
}
const packedPackage = installPacked(world.packed);
const tried = [];
for (const name of named.length > 0 ? named : INSTALLABLE_HOSTS.keys())
  tried.push(await tryHost(name, world, packedPackage));

const lines = [HEADINGS, ...tried.map(({ cells }) => cells)];
const widths = HEADINGS.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
console.log('');
for (const line of lines)
  console.log(
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
report('hosts', [...tried.map(({ row }) => row), ...(await checkLeftovers(world))]);
