import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { acquireExclusiveLock } from './exclusive-lock.js';

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coagent8-exclusive-'));
  path = join(folder, 'sub', 'lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('acquireExclusiveLock', () => {
  it('is given once, and again when it is free', async () => {
    const first = await acquireExclusiveLock(path);
    expect(first).toBeDefined();
    expect(await acquireExclusiveLock(path)).toBeUndefined();
    first?.release();
    first?.release();
    const second = await acquireExclusiveLock(path);
    expect(second).toBeDefined();
    first?.release();
    expect(await acquireExclusiveLock(path)).toBeUndefined();
    second?.release();
  });

  it('is given to one of many at once', async () => {
    const locks = await Promise.all(Array.from({ length: 20 }, () => acquireExclusiveLock(path)));
    const given = locks.filter((lock) => lock !== undefined);
    expect(given).toHaveLength(1);
    given[0]?.release();
  });

  it('makes an empty file, mode 0600, and no other, in folders of mode 0700', async () => {
    const lock = await acquireExclusiveLock(path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(path).size).toBe(0);
    expect(statSync(join(folder, 'sub')).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(folder, 'sub'))).toEqual(['lock']);
    lock?.release();
    expect(readdirSync(join(folder, 'sub'))).toEqual(['lock']);
  });

  it('says where it could not lock', async () => {
    const plain = join(folder, 'plain');
    writeFileSync(plain, 'not a database, but text that is long enough to be one: '.repeat(100));
    const below = join(plain, 'lock');
    await expect(acquireExclusiveLock(below)).rejects.toMatchObject({
      code: 'PROCESS_ERROR',
      details: { path: below },
    });
    await expect(acquireExclusiveLock(plain)).rejects.toMatchObject({
      code: 'PROCESS_ERROR',
      message: `cannot lock ${plain}: file is not a database`,
    });
    await expect(acquireExclusiveLock(folder)).rejects.toThrow('unable to open database file');
  });
});
