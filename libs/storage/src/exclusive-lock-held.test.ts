import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { acquireExclusiveLock } from './exclusive-lock.js';
import { isExclusiveLockHeld } from './exclusive-lock-held.js';

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coagent8-held-'));
  path = join(folder, 'lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('isExclusiveLockHeld', () => {
  it('tells whether it is, and takes nothing', async () => {
    const lock = await acquireExclusiveLock(path);
    const asked = await Promise.all(Array.from({ length: 20 }, () => isExclusiveLockHeld(path)));
    expect(asked).toEqual(Array(20).fill(true));
    expect(await acquireExclusiveLock(path)).toBeUndefined();
    lock?.release();
    const again = await Promise.all(Array.from({ length: 20 }, () => isExclusiveLockHeld(path)));
    expect(again).toEqual(Array(20).fill(false));
    const next = await acquireExclusiveLock(path);
    expect(next).toBeDefined();
    next?.release();
  });

  it('makes no file, and takes none for held that is not there', async () => {
    expect(await isExclusiveLockHeld(path)).toBe(false);
    expect(await isExclusiveLockHeld(join(folder, 'no', 'lock'))).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('does not say that a lock is free where it cannot know', async () => {
    const remedy = expect.stringContaining(path);
    mkdirSync(path);
    await expect(isExclusiveLockHeld(path)).rejects.toMatchObject({ code: 'PROCESS_ERROR', remedy });
    rmSync(path, { recursive: true });
    writeFileSync(path, 'not a database, but text that is long enough to be one: '.repeat(100));
    await expect(isExclusiveLockHeld(path)).rejects.toMatchObject({
      message: `cannot lock ${path}: file is not a database`,
    });
    expect(existsSync(path)).toBe(true);
  });
});
