import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { acquireExclusiveLock } from './exclusive-lock.js';
import { withExclusiveLock } from './with-exclusive-lock.js';

const WAIT = { waitMs: 20_000 };
let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coagent8-with-'));
  path = join(folder, 'sub', 'lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('withExclusiveLock', () => {
  it('runs one action at a time', async () => {
    let running = 0;
    const actions = Array.from({ length: 20 }, (_, index) =>
      withExclusiveLock(
        path,
        async () => {
          expect(++running).toBe(1);
          await new Promise(setImmediate);
          running--;
          return index;
        },
        WAIT,
      ),
    );
    expect(await Promise.all(actions)).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });

  it('frees the lock of an action that throws', async () => {
    const failing = withExclusiveLock(path, () => Promise.reject(new Error('no')), WAIT);
    await expect(failing).rejects.toThrow('no');
    expect(await withExclusiveLock(path, async () => 1, { waitMs: 0 })).toBe(1);
  });

  it('waits no longer than it was told, and runs nothing then', async () => {
    const lock = await acquireExclusiveLock(path);
    const action = async () => expect('this').toBe('not run');
    await expect(withExclusiveLock(path, action, { waitMs: 30 })).rejects.toMatchObject({
      code: 'PROCESS_ERROR',
      message: `another process held ${path} for longer than 30 ms`,
      details: { waitMs: 30 },
    });
    lock?.release();
  });

  it('does not wait for what nobody will free', async () => {
    mkdirSync(path, { recursive: true });
    await expect(withExclusiveLock(path, async () => 1, WAIT)).rejects.toThrow(
      'unable to open database file',
    );
  });
});
