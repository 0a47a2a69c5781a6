/**
 * Runs a gate from a clone in which nothing may be installed yet: installs what is missing, then starts
 * its script with a Node that meets the floor and with the tools of `node_modules` first on PATH.
 *
 * It runs on Node 20 and up with npm 9 and up, and uses only Node builtins.
 */
import { delimiter, dirname, join } from 'node:path';

import { chooseNode } from './choose-node.mjs';
import { holdClone } from './hold-clone.mjs';
import { install } from './install.mjs';
import { ROOT, run } from './run.mjs';

/** By name: the script, and the folders of `e2e` whose programs it runs. Each has a lockfile of its own. */
const GATES = new Map([
  ['demo', { script: 'gate/demo.mjs', programs: ['agents'] }],
  ['test', { script: 'gate/test.mjs', programs: ['agents', 'hosts'] }],
  ['build', { script: 'gate/build.mjs', programs: [] }],
  ['bench', { script: 'gate/bench.mjs', programs: ['agents'] }],
  ['check', { script: 'gate/check.mjs', programs: [] }],
  ['hosts', { script: 'hosts/hosts.mjs', programs: ['agents'] }],
  ['versions', { script: 'versions/versions.mjs', programs: [] }],
  ['record', { script: 'record/record.mjs', programs: ['agents'] }],
]);
/** Set for everything that a gate starts, so that a gate within a gate does not wait for itself. */
const HELD = 'GATE_HOLDS_CLONE';

/**
 * @param {string} name
 * @param {readonly string[]} args
 * @returns {Promise<number>} The exit code of the gate.
 */
async function prepare(name, args) {
  const gate = GATES.get(name);
  if (!gate) throw new Error(`Say which gate to run: ${[...GATES.keys()].join(', ')}`);
  if (process.env[HELD] !== ROOT) {
    await holdClone(ROOT, (holder) =>
      console.log(`Waiting: process ${holder} is running a gate in this clone`),
    );
  }
  await install(ROOT, 'packages');
  for (const folder of gate.programs) await install(join(ROOT, 'e2e', folder), folder);
  const node = chooseNode();
  return run(node, [join(ROOT, 'tools', gate.script), ...args], { env: environment(node) });
}

/**
 * The environment of a gate: our tools first; Nx prints plainly and leaves no file in the temporary folder.
 * @param {string} node
 */
function environment(node) {
  const path = [join(ROOT, 'node_modules', '.bin'), dirname(node), process.env['PATH'] ?? ''];
  return {
    ...process.env,
    [HELD]: ROOT,
    PATH: path.join(delimiter),
    NX_TUI: 'false',
    NX_SKIP_NATIVE_FILE_CACHE: 'true',
    // Workers of plugins would outlive Nx for a moment.
    NX_ISOLATE_PLUGINS: 'false',
  };
}

try {
  process.exitCode = await prepare(process.argv[2] ?? '', process.argv.slice(3));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
