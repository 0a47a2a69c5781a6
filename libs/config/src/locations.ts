import { posix, win32 } from 'node:path';

import type { Environment } from '@coagent8/contracts';

/** Where this product keeps what it knows. All paths are absolute; none of them has to exist. */
export interface Locations {
  /** Folder of everything that is kept, `~/.coagent8` by default. */
  readonly dataRoot: string;
  /** The configuration file, `config.json` in the data root by default. */
  readonly configFile: string;
  /** What the agents offer and what it costs, as last read: `models.json` in the data root. */
  readonly modelsFile: string;
  /** What is known of the agents' limits: `quota.json` in the data root. */
  readonly quotaFile: string;
  /** Folder of lock files. */
  readonly locksDirectory: string;
  /** Folder for Node's compile cache. */
  readonly compileCacheDirectory: string;
}

/** A variable that should name a place and does not say where it is. */
export interface UnusableLocation {
  /** The variable, spelt as it was found. */
  readonly variable: string;
  readonly value: string;
}

/**
 * Finds the places from `COAGENT8_DIR` and `COAGENT8_CONFIG`, which are absolute or begin with `~/`; an empty one counts
 * as unset. Touches no disk and loads nothing but `node:path`, since the launcher calls it before the compile cache is on:
 * that is also why an unusable variable is returned here and thrown only by `locationsOf`.
 */
export function readLocations(environment: Environment): Locations | UnusableLocation {
  const { isAbsolute, join } = pathsOf(environment);
  const { homeDirectory } = environment;
  if (!isAbsolute(homeDirectory)) return { variable: 'HOME', value: homeDirectory };
  const folder = readPlace(environment, 'DIR', join(homeDirectory, '.coagent8'));
  if (typeof folder !== 'string') return folder;
  const configFile = readPlace(environment, 'CONFIG', join(folder, 'config.json'));
  if (typeof configFile !== 'string') return configFile;
  return {
    dataRoot: folder,
    configFile,
    modelsFile: join(folder, 'models.json'),
    quotaFile: join(folder, 'quota.json'),
    locksDirectory: join(folder, 'locks'),
    compileCacheDirectory: join(folder, 'cache'),
  };
}

/**
 * One of the variables of this product by its name without the prefix (`DIR`): `COAGENT8_DIR`, else the earlier spelling
 * `coagent8_DIR`. An empty one counts as unset.
 */
export function readOwnVariable(
  { variables }: Environment,
  name: string,
): { readonly variable: string; readonly value: string } | undefined {
  for (const variable of [`COAGENT8_${name}`, `coagent8_${name}`]) {
    const value = variables[variable];
    if (value) return { variable, value };
  }
  return undefined;
}

/** `text` as a normalised absolute path, with `~/` expanded; undefined when it is relative. */
export function absolutePath(text: string, environment: Environment): string | undefined {
  const { isAbsolute, join, normalize } = pathsOf(environment);
  if (text.startsWith('~/')) return join(environment.homeDirectory, text.slice(2));
  return isAbsolute(text) ? normalize(text) : undefined;
}

function readPlace(environment: Environment, name: string, otherwise: string): string | UnusableLocation {
  const set = readOwnVariable(environment, name);
  if (set === undefined) return otherwise;
  return absolutePath(set.value, environment) ?? set;
}

function pathsOf({ platform }: Environment): typeof posix {
  return platform === 'win32' ? win32 : posix;
}
