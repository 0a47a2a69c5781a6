import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { FOLDER_MODE, makeFolders } from './make-folders.js';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'coagent8-folders-'));
});
afterEach(() => rmSync(root, { recursive: true }));

describe('makeFolders', () => {
  it('makes all that is missing, for its owner alone', () => {
    makeFolders(join(root, 'a', 'b', 'c'));
    for (const folder of ['a', 'a/b', 'a/b/c'])
      expect(statSync(join(root, folder)).mode & 0o777).toBe(FOLDER_MODE);
  });

  it('leaves one as it is that is there, also behind a link', () => {
    const folder = join(root, 'mine');
    mkdirSync(folder);
    chmodSync(folder, 0o755);
    symlinkSync(folder, join(root, 'link'));
    makeFolders(join(root, 'link'));
    makeFolders('/');
    expect(statSync(folder).mode & 0o777).toBe(0o755);
  });

  it.each([
    ['a file', (path: string) => writeFileSync(path, ''), /^EEXIST|^ENOTDIR/],
    ['a link to nowhere', (path: string) => symlinkSync(join(root, 'gone'), path), /^EEXIST|^ENOENT/],
  ])('fails at %s', (_, plant, message) => {
    const path = join(root, 'x');
    plant(path);
    expect(() => makeFolders(path)).toThrow(message);
    expect(() => makeFolders(join(path, 'below'))).toThrow(message);
    expect(existsSync(join(root, 'gone'))).toBe(false);
  });

  const inProc = existsSync('/proc/self/fd') ? it : it.skip;
  inProc('ends where the system makes no folder at all', () => {
    expect(() => makeFolders(join('/proc', String(process.pid), 'locks', 'below'))).toThrow(/^ENOENT/);
  });
});
