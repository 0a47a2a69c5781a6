/** The package as users get it, from the bundles of `apps/cli` and `apps/server`. It depends on nothing. */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const HERE = import.meta.dirname;

/** Where each bundle is built, and the folder of the package it goes to. Its entry runs by being loaded. */
const BUNDLES = [
  { project: 'cli', from: 'apps/cli/dist', to: '.', entry: 'index.cjs' },
  { project: 'cli', from: 'apps/cli/dist/cli', to: 'cli', entry: 'main.cjs' },
  { project: 'server', from: 'apps/server/dist', to: 'server', entry: 'main.cjs' },
];

const EXECUTABLE = 0o755;

/**
 * @param {{ root: string, target: string }} folders - The repository, and the folder to make anew.
 * @throws {Error} When a bundle is missing; nothing has been changed then.
 */
export function assemblePackage({ root, target }) {
  for (const { project, from, entry } of BUNDLES) {
    if (existsSync(join(root, from, entry))) continue;
    throw new Error(`${join(from, entry)} is missing; build it with \`npx nx build ${project}\``);
  }
  rmSync(target, { recursive: true, force: true });
  for (const { from, to } of BUNDLES) copyModules(join(root, from), join(target, to));
  copyFileSync(join(HERE, 'coagent8-mcp.cjs'), join(target, 'coagent8-mcp.cjs'));
  copyFileSync(join(HERE, 'README.package.md'), join(target, 'README.md'));
  copyFileSync(join(root, 'LICENSE'), join(target, 'LICENSE'));
  const manifest = manifestOf(JSON.parse(readFileSync(join(root, 'apps/cli/package.json'), 'utf8')));
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  for (const bin of Object.values(manifest.bin)) chmodSync(join(target, bin), EXECUTABLE);
}

/**
 * Copies the modules of one folder; a compiler may have left other files beside them.
 * @param {string} from
 * @param {string} to
 */
function copyModules(from, to) {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from).filter((file) => file.endsWith('.cjs'))) {
    copyFileSync(join(from, name), join(to, name));
  }
}

/**
 * @param {{ version: string, description: string, license: string, bugs?: string | { url?: string },
 *   engines: { node: string } }} source
 */
function manifestOf({ version, description, license, bugs, engines }) {
  return {
    name: 'coagent8',
    version,
    description,
    license,
    ...(bugs === undefined ? {} : { bugs }),
    type: 'commonjs',
    engines,
    bin: { coagent8: 'index.cjs', 'coagent8-mcp': 'coagent8-mcp.cjs' },
    files: ['*.cjs', 'cli', 'server'],
  };
}
