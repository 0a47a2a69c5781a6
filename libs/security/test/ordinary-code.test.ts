import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from '@jest/globals';

import { redactAnswer } from '../src/index.js';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const TEXT = /\.(?:[cm]?[jt]s|md|json)$/;

/** Files that do hold something of the form of a credential. */
const EXAMPLES: Readonly<Record<string, string>> = {
  'node_modules/axios/README.md': 'explains URLs with the user `user:pass`',
};

function* textFiles(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* textFiles(path);
    else if (entry.isFile() && TEXT.test(path)) yield path;
  }
}

async function changedIn(folders: readonly string[]) {
  const changed: string[] = [];
  let chars = 0;
  const present = folders.map((folder) => join(ROOT, folder)).filter((folder) => existsSync(folder));
  for (const path of present.flatMap((folder) => [...textFiles(folder)])) {
    const text = readFileSync(path, 'utf8');
    chars += text.length;
    if ((await redactAnswer(text)) !== text) changed.push(relative(ROOT, path));
  }
  return { changed, chars };
}

/** The files of this repository are looked at by `npm run check`: a test's result is kept while its own files last. */
describe('redactAnswer changes nothing in', () => {
  it('megabytes of installed packages', async () => {
    const packages = [
      'axios',
      'eslint',
      'execa',
      'fast-check',
      'zod/src/v4/core',
      '@types/node',
      '@modelcontextprotocol/sdk',
    ];
    const folders = packages.map((name) => `node_modules/${name}`);
    const { changed, chars } = await changedIn(folders);
    expect(changed.filter((path) => !(path in EXAMPLES))).toEqual([]);
    expect(chars).toBeGreaterThan(8_000_000);
  });
});
