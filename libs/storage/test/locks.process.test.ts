import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { acquireExclusiveLock, isExclusiveLockHeld, withExclusiveLock, withLockFile } from '../src/index.js';
import { endFixtures, startFixture } from './fixture-process.js';

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coagent8-locks-'));
  path = join(folder, 'lock');
});
afterEach(async () => {
  await endFixtures();
  rmSync(folder, { recursive: true });
});

/** How long it takes until `take` succeeds. */
async function msUntil(take: () => Promise<boolean>): Promise<number> {
  const start = performance.now();
  while (!(await take())) await delay(5);
  return performance.now() - start;
}

const takeExclusive = async () => {
  const lock = await acquireExclusiveLock(path);
  lock?.release();
  return lock !== undefined;
};

describe('acquireExclusiveLock', () => {
  it('is given to one process, and to the next as soon as the first is killed', async () => {
    const holder = startFixture('hold-exclusive', path);
    expect(await holder.nextLine()).toBe('held');
    expect(await takeExclusive()).toBe(false);
    expect(await startFixture('hold-exclusive', path).nextLine()).toBe('busy');

    await holder.end('SIGKILL');
    expect(await msUntil(takeExclusive)).toBeLessThan(1000);
  });

  it('stays with a process that asks for it twice', async () => {
    const lock = await acquireExclusiveLock(path);
    expect(await acquireExclusiveLock(path)).toBeUndefined();
    expect(await startFixture('hold-exclusive', path).nextLine()).toBe('busy');
    lock?.release();
  });

  it('stays with a holder whose event loop is blocked', async () => {
    const holder = startFixture('hold-exclusive', path, '60000');
    expect(await holder.nextLine()).toBe('held');
    for (let time = 0; time < 20; time++) {
      expect(await takeExclusive()).toBe(false);
      await delay(50);
    }
    await holder.end('SIGKILL');
    expect(await msUntil(takeExclusive)).toBeLessThan(1000);
  });
});

describe('isExclusiveLockHeld', () => {
  it('is true of a holder in another process, blocked or not, and false as soon as it is killed', async () => {
    const holder = startFixture('hold-exclusive', path, '60000');
    expect(await holder.nextLine()).toBe('held');
    expect(await isExclusiveLockHeld(path)).toBe(true);
    expect(await isExclusiveLockHeld(path)).toBe(true);
    await holder.end('SIGKILL');
    expect(await Promise.all(Array.from({ length: 20 }, () => isExclusiveLockHeld(path)))).toEqual(
      Array(20).fill(false),
    );
  });

  it('takes no lock away from this process', async () => {
    const lock = await acquireExclusiveLock(path);
    expect(await isExclusiveLockHeld(path)).toBe(true);
    expect(await startFixture('hold-exclusive', path).nextLine()).toBe('busy');
    lock?.release();
  });
});

describe('withExclusiveLock', () => {
  it('loses none of the increments of 8 processes', async () => {
    const counter = join(folder, 'counter');
    const processes = Array.from({ length: 8 }, () =>
      startFixture('increment-exclusive', path, counter, '25'),
    );
    expect(await Promise.all(processes.map(({ nextLine }) => nextLine()))).toEqual(Array(8).fill('done'));
    expect(readFileSync(counter, 'utf8')).toBe('200');
  }, 60_000);

  it('goes on at once when its holder is killed', async () => {
    const holder = startFixture('hold-exclusive', path);
    expect(await holder.nextLine()).toBe('held');
    const next = withExclusiveLock(path, async () => 'next', { waitMs: 20_000 });
    await holder.end('SIGKILL');
    expect(await next).toBe('next');
  });
});

describe('withLockFile', () => {
  const take = (waitMs: number, staleMs: number) => withLockFile(path, async () => true, { waitMs, staleMs });

  it('loses none of the increments of 8 processes', async () => {
    const counter = join(folder, 'counter');
    const processes = Array.from({ length: 8 }, () => startFixture('increment', path, counter, '10'));
    expect(await Promise.all(processes.map(({ nextLine }) => nextLine()))).toEqual(Array(8).fill('done'));
    expect(readFileSync(counter, 'utf8')).toBe('80');
    expect(existsSync(path)).toBe(false);
  }, 60_000);

  it('takes over from a killed holder when its lock is stale, not before', async () => {
    const holder = startFixture('hold-lock-file', path);
    expect(await holder.nextLine()).toBe('held');
    await holder.end('SIGKILL');
    await expect(take(100, 60_000)).rejects.toMatchObject({ code: 'PROCESS_ERROR' });
    const start = performance.now();
    expect(await take(10_000, 500)).toBe(true);
    expect(performance.now() - start).toBeLessThan(2000);
    expect(existsSync(path)).toBe(false);
  });

  it('is free at once when its holder is asked to end', async () => {
    const holder = startFixture('hold-lock-file', path);
    expect(await holder.nextLine()).toBe('held');
    await expect(take(0, 60_000)).rejects.toMatchObject({ code: 'PROCESS_ERROR' });
    await holder.end('SIGTERM');
    expect(await take(0, 60_000)).toBe(true);
  });
});
