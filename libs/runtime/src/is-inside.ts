import { isAbsolute, relative, sep } from 'node:path';

/** Whether `path` is `folder` or lies in it. Compares words, not files: give it real paths, both absolute. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
