import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, sep } from 'node:path';

/** A folder by its one true name, or why there is none: `missing`, `not-a-directory`, or the system's error code. */
export type CanonicalDirectory = { readonly path: string } | { readonly problem: string };

/** Resolves every symbolic link in `path`, an absolute path that should be a folder. Never rejects. */
export async function canonicalDirectory(path: string): Promise<CanonicalDirectory> {
  try {
    const canonical = await realpath(path);
    return (await stat(canonical)).isDirectory() ? { path: canonical } : { problem: 'not-a-directory' };
  } catch (error) {
    return { problem: problemOf(error) };
  }
}

/** Whether `path` is `folder` or lies in it. Both canonical, of this platform. */
export function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return !isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`);
}

/** `missing`, or the system's code for what went wrong. */
export function problemOf(error: unknown): string {
  const code =
    typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown';
  return code === 'ENOENT' || code === 'ENOTDIR' ? 'missing' : code;
}
