import { access, constants, stat } from 'node:fs/promises';

/** Why a path cannot be the executable, as the end of a sentence that begins with it; `undefined` where it can. */
export async function whyUnusable(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return 'does not exist';
  if (!found.isFile()) return 'is not a file';
  const isExecutable = await access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
  return isExecutable ? undefined : 'is not executable';
}
