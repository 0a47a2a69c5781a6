import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { withLockFile } from './lock-file.js';

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coagent8-lock-'));
  path = join(folder, 'sub', 'lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

const TIMES = { waitMs: 5000, staleMs: 60_000 };

describe('withLockFile', () => {
  it('holds the lock while the action runs, and returns what it returns', async () => {
    expect(await withLockFile(path, async () => existsSync(path), TIMES)).toBe(true);
    expect(existsSync(path)).toBe(false);
    expect(statSync(join(folder, 'sub')).mode & 0o777).toBe(0o700);
  });

  it('frees the lock when the action throws', async () => {
    const failing = withLockFile(path, () => Promise.reject(new Error('no')), TIMES);
    await expect(failing).rejects.toThrow('no');
    expect(await withLockFile(path, async () => 1, { ...TIMES, waitMs: 0 })).toBe(1);
  });

  it('lets one in at a time', async () => {
    let inside = 0;
    const most = await Promise.all(
      Array.from({ length: 10 }, () =>
        withLockFile(
          path,
          async () => {
            const now = ++inside;
            await new Promise(setImmediate);
            inside--;
            return now;
          },
          TIMES,
        ),
      ),
    );
    expect(Math.max(...most)).toBe(1);
  });

  it.each([0, 50])('gives up after %d ms', async (waitMs) => {
    await withLockFile(
      path,
      async () => {
        const second = withLockFile(path, async () => 2, { ...TIMES, waitMs });
        await expect(second).rejects.toMatchObject({
          code: 'PROCESS_ERROR',
          message: `another process held ${path} for longer than ${waitMs} ms`,
          details: { path, waitMs },
        });
      },
      TIMES,
    );
    expect(existsSync(path)).toBe(false);
  });

  it.each([
    ['a folder', () => mkdirSync(path, { recursive: true })],
    ['a link that leads nowhere', () => symlinkSync('nowhere', join(folder, 'lock'))],
  ])('does not wait for %s in the place of the lock, which nobody will free', async (_, put) => {
    put();
    const place = existsSync(path) ? path : join(folder, 'lock');
    const waiting = withLockFile(place, async () => 1, { waitMs: 3_600_000, staleMs: 3_600_000 });
    await expect(waiting).rejects.toMatchObject({
      message: `cannot lock ${place}: EEXIST`,
      remedy: `remove what stands in the way of ${place}, or choose another place`,
    });
  });

  it('says where it could not lock', async () => {
    writeFileSync(join(folder, 'sub'), '');
    await expect(withLockFile(path, async () => 1, TIMES)).rejects.toMatchObject({
      code: 'PROCESS_ERROR',
      message: `cannot lock ${path}: EEXIST`,
    });
  });
});
