import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { lookAtDataRoot } from './look-at-data-root.js';
import type { DiskLook } from './look-at-data-root.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coagent8-root-'));
});
afterEach(() => rm(folder, { recursive: true }));

const environmentWith = (directory: string) =>
  ({
    variables: { COAGENT8_DIR: directory },
    platform: 'linux',
    homeDirectory: '/home/someone',
    workingDirectory: '/home/someone/app',
  }) as const;

describe('lookAtDataRoot', () => {
  it('looks without writing', async () => {
    const there = await lookAtDataRoot(environmentWith(folder));
    const below = join(folder, 'a', 'b');
    const absent = await lookAtDataRoot(environmentWith(below));
    expect([there, absent]).toEqual([
      { state: 'writable', path: folder },
      { state: 'absent', path: below },
    ]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('tells what is in its place', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    expect(await lookAtDataRoot(environmentWith(file))).toEqual({ state: 'not-a-folder', path: file });
    const below = join(file, 'x');
    expect(await lookAtDataRoot(environmentWith(below))).toEqual({ state: 'unmakeable', path: below });
  });

  const world = (folders: readonly string[], writable: readonly string[]): DiskLook => ({
    kindOf: async (path) => (folders.includes(path) ? 'folder' : undefined),
    mayWrite: async (path) => writable.includes(path),
  });

  it.each<[string, DiskLook, string]>([
    ['it must not be written', world(['/a/b'], []), 'read-only'],
    ['the nearest folder above must not be written', world(['/'], []), 'unmakeable'],
    ['only a farther one may be', world(['/', '/a'], ['/']), 'unmakeable'],
    ['there is nothing at all', world([], []), 'unmakeable'],
    [
      'there is something else above it',
      { kindOf: async (path) => (path === '/a' ? 'other' : undefined), mayWrite: async () => true },
      'unmakeable',
    ],
    [
      'the system does not say',
      { ...world([], []), kindOf: () => Promise.reject(new Error('EACCES')) },
      'unknown',
    ],
  ])('says so where %s', async (_what, look, state) => {
    expect(await lookAtDataRoot(environmentWith('/a/b'), look)).toEqual({ state, path: '/a/b' });
  });

  it('knows nothing where the variable is unusable', async () => {
    expect(await lookAtDataRoot(environmentWith('relative'))).toEqual({ state: 'unknown' });
  });
});
