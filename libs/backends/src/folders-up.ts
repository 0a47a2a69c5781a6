import { dirname } from 'node:path';

/** A folder and all above it, the innermost first. */
export function foldersUpFrom(path: string): string[] {
  const above = dirname(path);
  return above === path ? [path] : [path, ...foldersUpFrom(above)];
}
