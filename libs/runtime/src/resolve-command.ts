import { realpath } from 'node:fs/promises';
import { basename, delimiter, dirname, isAbsolute, normalize, sep } from 'node:path';

import which from 'which';

import { isInside } from './is-inside.js';

/** Where {@link findOnPath} looks. */
export interface FindOnPathOptions {
  /** A `PATH` value. Relative and empty entries are ignored: they would mean whatever folder we stand in. */
  readonly path: string;
  /** Folders whose programs are not to be trusted, such as the workspace. Absolute. */
  readonly exclude?: readonly string[];
}

/**
 * All programs called `name` on `PATH`, first hit first, each real file once. A hit is dropped when the folder it was
 * found in or the file it leads to lies inside an excluded folder; real paths are compared. On Windows `which` 7 looks
 * into the current directory before `PATH`: such a hit is dropped, too.
 *
 * @param name - A bare name. One with a path separator is found nowhere.
 */
export async function findOnPath(name: string, { path, exclude = [] }: FindOnPathOptions): Promise<string[]> {
  if (name === '' || basename(name) !== name) return [];
  const folders = path.split(delimiter).map((entry) => normalize(entry.replace(/^"(.*)"$/, '$1')));
  const trusted = new Set(folders.filter(isAbsolute).map(withoutTrailingSeparator));
  const hits = (await which(name, { path, all: true, nothrow: true })) ?? [];
  const excluded = await Promise.all(exclude.map(realPathOf));
  const kept = new Map<string, string>();
  for (const hit of hits.filter((each) => trusted.has(dirname(each)))) {
    const [file, folder] = await Promise.all([realPathOf(hit), realPathOf(dirname(hit))]);
    const isExcluded = excluded.some((outer) => isInside(file, outer) || isInside(folder, outer));
    if (!isExcluded && !kept.has(file)) kept.set(file, hit);
  }
  return [...kept.values()];
}

async function realPathOf(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

function withoutTrailingSeparator(folder: string): string {
  return folder.length > 1 && folder.endsWith(sep) ? dirname(`${folder}_`) : folder;
}
