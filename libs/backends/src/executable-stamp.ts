import { stat } from 'node:fs/promises';

/** What an executable file is known by to a cache: its path, its time and its size, which an update changes. */
export async function stampOf(file: string): Promise<string> {
  const stamp = await stat(file).catch(() => undefined);
  return JSON.stringify([file, stamp?.mtimeMs, stamp?.size]);
}
