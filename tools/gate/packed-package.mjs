/** The package as a user gets it: packed, then installed in a folder that has nothing else. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { npmCommand, npmEnvironment } from './install.mjs';
import { read, ROOT } from './run.mjs';

/**
 * Packs `dist/coagent8` and installs the tarball. The package has no dependencies, so nothing is fetched.
 * @param {string} folder - An existing, empty folder outside the clone.
 * @returns {string} The folder of the installed package.
 * @throws {Error} With npm's message.
 */
export function installPacked(folder) {
  const { command, args } = npmCommand();
  const npm = (/** @type {readonly string[]} */ ...more) =>
    read(command, [...args, ...more, '--ignore-scripts'], {
      cwd: folder,
      env: {
        ...npmEnvironment(),
        npm_config_update_notifier: 'false',
        npm_config_cache: join(folder, '.npm'),
      },
    });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'empty', private: true }));
  // A folder of its own keeps npm from looking for one further up.
  mkdirSync(join(folder, 'node_modules'));
  const [{ filename }] = JSON.parse(npm('pack', '--json', join(ROOT, 'dist', 'coagent8')));
  npm('install', '--offline', '--no-audit', '--no-fund', `./${filename}`);
  return join(folder, 'node_modules', 'coagent8');
}
