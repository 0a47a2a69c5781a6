import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { readBounded } from '../src/index.js';
import { endFixtures, startFixture } from './fixture-process.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coagent8-files-'));
});
afterEach(async () => {
  await endFixtures();
  rmSync(folder, { recursive: true });
});

describe('writeAtomic', () => {
  it('leaves no half file when it is killed', async () => {
    const path = join(folder, 'file');
    const size = 2_000_000;
    for (let time = 0; time < 15; time++) {
      const writer = startFixture('write-for-ever', path, String(size));
      expect(await writer.nextLine()).toBe('written');
      await delay(time);
      await writer.end('SIGKILL');
      const text = readFileSync(path, 'utf8');
      expect(text).toHaveLength(size);
      expect(text).toBe(text.charAt(0).repeat(size));
    }
    const litter = readdirSync(folder).filter((name) => !/^file(?:\.\d+)?$/.test(name));
    expect(litter).toEqual([]);
  }, 60_000);
});

describe('readBounded', () => {
  it('does not wait for a FIFO', async () => {
    const path = join(folder, 'fifo');
    execFileSync('mkfifo', [path]);
    await expect(readBounded(path, { maxBytes: 10 })).rejects.toThrow('it is not a regular file');
  });

  it('does not read a device', async () => {
    await expect(readBounded('/dev/zero', { maxBytes: 10 })).rejects.toThrow('it is not a regular file');
  });

  it('holds its limit for a file that is longer than its size says', async () => {
    await expect(readBounded('/proc/self/status', { maxBytes: 100 })).rejects.toThrow(
      'larger than 100 bytes',
    );
  });
});
