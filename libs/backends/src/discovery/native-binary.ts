import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';

import type { BackendId } from '@coagent8/contracts';

import { fileName } from './places.js';
import { whyUnusable } from './usable.js';

/** The npm package of an agent, whose command is not the program itself. */
interface NpmPackage {
  /** Its folder below `node_modules`. */
  readonly folder: string;
  /** The files below it that the command may be, or lead to. */
  readonly wrappers: readonly string[];
  /** Where the program may be. `packageFolder` is the package as it is installed. */
  readonly binaries: (packageFolder: string, platform: NodeJS.Platform) => Promise<readonly string[]>;
}

const NPM_PACKAGES: Readonly<Partial<Record<BackendId, NpmPackage>>> = {
  /** A Node wrapper that is killed leaves the program alive (0.171), and starts it with half a second's delay. */
  codex: {
    folder: join('@openai', 'codex'),
    wrappers: [join('bin', 'codex.js')],
    binaries: codexBinaries,
  },
  /**
   * An install script puts the program over `bin/claude.exe`, under that name on every system (2.1.332). Where scripts
   * are off that file only says so, and the program is in the package of the platform alone.
   */
  claude: {
    folder: join('@anthropic-ai', 'claude-code'),
    wrappers: [join('bin', 'claude.exe'), 'cli-wrapper.cjs'],
    binaries: claudeBinaries,
  },
};

/** Largest file that is a script and no program, in bytes. The stub of Claude Code has 500, its program 400 million. */
const SCRIPT_MAX_BYTES = 64 * 1024;

/**
 * The program itself behind the command of an agent's npm package; `hit` where it is no such command or nothing is
 * behind it.
 *
 * @param hit - Path of the command: a link to the wrapper, the wrapper, or a shim of npm on Windows beside the package.
 */
export async function nativeBinary(id: BackendId, hit: string, platform: NodeJS.Platform): Promise<string> {
  const npmPackage = NPM_PACKAGES[id];
  if (npmPackage === undefined) return hit;
  const packageFolder = await packageBehind(hit, npmPackage);
  if (packageFolder === undefined) return hit;
  for (const binary of await npmPackage.binaries(packageFolder, platform)) {
    if ((await whyUnusable(binary)) === undefined) return binary;
  }
  return hit;
}

async function packageBehind(hit: string, { folder, wrappers }: NpmPackage): Promise<string | undefined> {
  const file = await realpath(hit).catch(() => hit);
  const beside = join(dirname(hit), 'node_modules', folder);
  for (const wrapper of wrappers) {
    if (file.endsWith(join(sep, folder, wrapper))) return file.slice(0, -wrapper.length - 1);
    if ((await whyUnusable(join(beside, wrapper))) === undefined) return beside;
  }
  return undefined;
}

/** Where the package of a platform may be: inside the package that wants it, or beside it. */
function platformPackages(packageFolder: string, name: string): string[] {
  const scope = dirname(packageFolder);
  return [join(packageFolder, 'node_modules', basename(scope), name), join(scope, name)];
}

async function claudeBinaries(packageFolder: string, platform: NodeJS.Platform): Promise<string[]> {
  const own = join(packageFolder, 'bin', 'claude.exe');
  const isProgram = ((await stat(own).catch(() => undefined))?.size ?? 0) > SCRIPT_MAX_BYTES;
  const name = `claude-code-${platform}-${process.arch}`;
  const folders = [name, `${name}-musl`].flatMap((each) => platformPackages(packageFolder, each));
  return [
    ...(isProgram ? [own] : []),
    ...folders.map((folder) => join(folder, fileName('claude', platform))),
  ];
}

async function codexBinaries(packageFolder: string, platform: NodeJS.Platform): Promise<string[]> {
  const name = `codex-${platform}-${process.arch}`;
  const vendors = [
    ...platformPackages(packageFolder, name).map((folder) => join(folder, 'vendor')),
    join(packageFolder, 'vendor'),
  ];
  const binaries: string[] = [];
  for (const vendor of vendors) {
    for (const triple of await readdir(vendor).catch(() => [])) {
      if (!isTripleOf(triple, platform)) continue;
      for (const folder of ['bin', 'codex'])
        binaries.push(join(vendor, triple, folder, fileName('codex', platform)));
    }
  }
  return binaries;
}

/** Before 0.115 one package held the binaries of all platforms. */
function isTripleOf(triple: string, platform: NodeJS.Platform): boolean {
  const machine = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
  const system = { linux: 'linux', darwin: 'darwin', win32: 'windows' }[platform as string] ?? platform;
  return triple.startsWith(`${machine}-`) && triple.includes(system);
}
