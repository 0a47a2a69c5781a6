/** MCP clients that are too large for every run: which, and how one is installed and removed again. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { npmCommand, npmEnvironment } from '../gate/install.mjs';
import { read } from '../gate/run.mjs';

/** By the name that the tests know: the package of npm. At these versions, what they do is known. */
export const INSTALLABLE_HOSTS = new Map([
  ['gemini', { package: '@google/gemini-cli', version: '0.61.0' }],
  ['opencode', { package: 'opencode-ai', version: '1.18.33' }],
  ['copilot', { package: '@github/copilot', version: '1.0.102' }],
  ['cline', { package: 'cline', version: '3.0.65' }],
]);

/**
 * Installs a host in a folder of its own. Install scripts stay off.
 * @param {{ package: string, version: string }} host
 * @returns {{ packages: string, remove: () => void }} Its `node_modules`.
 * @throws {Error} With npm's message.
 */
export function installHost(host) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'coagent8-host-')));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'one-host', private: true }));
    const { command, args } = npmCommand();
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    read(command, [...args, 'install', `${host.package}@${host.version}`, ...options], {
      cwd: folder,
      env: { ...npmEnvironment(), npm_config_cache: join(folder, '.npm') },
    });
    return { packages: join(folder, 'node_modules'), remove };
  } catch (error) {
    remove();
    throw error;
  }
}
