import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { writeAtomic } from './write-atomic.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coagent8-write-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const modeOf = (path: string) => statSync(path).mode & 0o777;

describe('writeAtomic', () => {
  it('writes text and bytes, mode 0600, and leaves nothing else', async () => {
    const path = join(folder, 'file');
    await writeAtomic(path, 'né');
    expect(readFileSync(path, 'utf8')).toBe('né');
    expect(modeOf(path)).toBe(0o600);
    chmodSync(path, 0o644);
    await writeAtomic(path, new Uint8Array([9, 1, 2, 9]).subarray(1, 3));
    expect([...readFileSync(path)]).toEqual([1, 2]);
    expect(modeOf(path)).toBe(0o600);
    await writeAtomic(path, '');
    expect(readFileSync(path)).toHaveLength(0);
    expect(readdirSync(folder)).toEqual(['file']);
  });

  it('makes missing folders, mode 0700, and leaves the others', async () => {
    const there = join(folder, 'there');
    mkdirSync(there);
    chmodSync(there, 0o755);
    await writeAtomic(join(there, 'one', 'two', 'file'), 'x');
    expect([there, join(there, 'one'), join(there, 'one', 'two')].map(modeOf)).toEqual([0o755, 0o700, 0o700]);
  });

  it('replaces the target of a link, and a link that leads nowhere', async () => {
    const target = join(folder, 'target');
    writeFileSync(target, 'old');
    symlinkSync(target, join(folder, 'link'));
    await writeAtomic(join(folder, 'link'), 'new');
    expect(readFileSync(target, 'utf8')).toBe('new');
    expect(lstatSync(join(folder, 'link')).isSymbolicLink()).toBe(true);
    symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling'));
    await writeAtomic(join(folder, 'dangling'), 'new');
    expect(lstatSync(join(folder, 'dangling')).isFile()).toBe(true);
  });

  it('keeps the order of 100 writes at once', async () => {
    const path = join(folder, 'file');
    await Promise.all(Array.from({ length: 100 }, (_, index) => writeAtomic(path, String(index))));
    expect(readFileSync(path, 'utf8')).toBe('99');
    expect(readdirSync(folder)).toEqual(['file']);
  });

  it('says where it could not write, and leaves what was there', async () => {
    const plain = join(folder, 'plain');
    writeFileSync(plain, 'old');
    const path = join(plain, 'sub', 'file');
    await expect(writeAtomic(path, 'x')).rejects.toMatchObject({
      code: 'PROCESS_ERROR',
      message: `cannot write ${path}: ENOTDIR`,
      remedy: `remove what stands in the way of ${path}, or choose another place`,
      details: { path, system: 'ENOTDIR' },
    });
    expect(readFileSync(plain, 'utf8')).toBe('old');

    const taken = join(folder, 'taken');
    mkdirSync(join(taken, 'sub'), { recursive: true });
    await expect(writeAtomic(taken, 'x')).rejects.toMatchObject({ message: `cannot write ${taken}: EISDIR` });
    expect(readdirSync(folder).sort()).toEqual(['plain', 'taken']);
  });
});
