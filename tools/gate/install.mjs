/** Installs what a lockfile says, only when it is not there already. Node builtins only, for Node 20 and up. */
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { ROOT, run, since } from './run.mjs';

/**
 * Whether the `node_modules` of `folder` hold what its lockfile says. npm writes `node_modules/.package-lock.json`
 * last of all, so an installation that was cut short does not count.
 * @param {string} folder
 * @returns {boolean}
 */
export function isInstalled(folder) {
  const wanted = readPackages(join(folder, 'package-lock.json'));
  const installed = readPackages(join(folder, 'node_modules', '.package-lock.json'));
  if (!wanted || !installed) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.split('/').includes('node_modules')) return true;
    const found = installed[path];
    if (!found) return entry.optional === true;
    return (
      found.version === entry.version &&
      found.integrity === entry.integrity &&
      found.link === entry.link &&
      existsSync(join(folder, path))
    );
  });
}

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, link?: boolean }} Entry
 * @param {string} path
 * @returns {Record<string, Entry> | undefined} Undefined when the file is missing or torn.
 */
function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/**
 * `npm ci` without install scripts, with the npm that called us.
 * @param {string} folder
 * @param {string} name - For the progress lines.
 * @throws {Error} When npm fails.
 */
export async function install(folder, name) {
  if (isInstalled(folder)) return;
  const startedAt = performance.now();
  console.log(`Installing ${name} (npm ci --ignore-scripts)`);
  const { command, args } = npmCommand();
  const code = await run(
    command,
    [
      ...args,
      'ci',
      '--ignore-scripts',
      '--include=dev',
      '--include=optional',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ],
    { cwd: folder, env: npmEnvironment() },
  );
  if (code !== 0) throw new Error(`npm ci failed in ${folder} (exit code ${code})`);
  console.log(`Installed ${name} in ${since(startedAt)}`);
}

/**
 * npm as it was called. Never by a Node of our own `node_modules`, which `npm ci` removes while it runs.
 * @returns {{ command: string, args: string[] }}
 */
export function npmCommand() {
  const script = process.env['npm_execpath'];
  if (!script?.endsWith('.js')) return { command: 'npm', args: [] };
  const isInstalledNode = process.execPath.startsWith(join(ROOT, 'node_modules'));
  return { command: isInstalledNode ? 'node' : process.execPath, args: [script] };
}

/** Our environment for an npm of its own: without our `.bin` on PATH and without what the calling npm says of itself. */
export function npmEnvironment() {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(package|lifecycle|command|config_local_prefix)/.test(name),
    ),
  );
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !isPackageBin(folder));
  return { ...env, PATH: path.join(delimiter) };
}

/** @param {string} folder */
const isPackageBin = (folder) => /[\\/]node_modules[\\/]\.bin$/.test(folder) && !folder.includes('_npx');
