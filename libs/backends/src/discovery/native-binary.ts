import { readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';

import { fileName } from './places.js';
import { whyUnusable } from './usable.js';

const PACKAGE = join('@openai', 'codex');

/**
 * The native Codex binary behind the Node wrapper of its npm package; `hit` itself where it is no wrapper or nothing
 * is behind it. A wrapper that is killed leaves the binary alive (0.171), and starts it with half a second's delay.
 *
 * @param hit - Path of the command: a link to the wrapper, the wrapper, or a shim of npm on Windows beside the package.
 */
export async function nativeCodex(hit: string, platform: NodeJS.Platform): Promise<string> {
  const packageFolder = await wrapperPackage(hit);
  if (packageFolder === undefined) return hit;
  const scope = dirname(packageFolder);
  const platformPackage = `codex-${platform}-${process.arch}`;
  const vendors = [
    join(packageFolder, 'node_modules', '@openai', platformPackage, 'vendor'),
    join(scope, platformPackage, 'vendor'),
    join(packageFolder, 'vendor'),
  ];
  for (const vendor of vendors) {
    for (const triple of await readdir(vendor).catch(() => [])) {
      if (!isTripleOf(triple, platform)) continue;
      for (const folder of ['bin', 'codex']) {
        const binary = join(vendor, triple, folder, fileName('codex', platform));
        if ((await whyUnusable(binary)) === undefined) return binary;
      }
    }
  }
  return hit;
}

async function wrapperPackage(hit: string): Promise<string | undefined> {
  const file = await realpath(hit).catch(() => hit);
  const folder = dirname(dirname(file));
  if (basename(file) === 'codex.js' && folder.endsWith(sep + PACKAGE)) return folder;
  const beside = join(dirname(hit), 'node_modules', PACKAGE);
  return (await whyUnusable(join(beside, 'bin', 'codex.js'))) === undefined ? beside : undefined;
}

/** Before 0.115 one package held the binaries of all platforms. */
function isTripleOf(triple: string, platform: NodeJS.Platform): boolean {
  const machine = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
  const system = { linux: 'linux', darwin: 'darwin', win32: 'windows' }[platform as string] ?? platform;
  return triple.startsWith(`${machine}-`) && triple.includes(system);
}
