import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { readBounded } from './read-bounded.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'coagent8-read-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

describe('readBounded', () => {
  it('reads text, without its byte order mark', async () => {
    expect(await readBounded(file('plain', 'né\n'), { maxBytes: 100 })).toBe('né\n');
    expect(await readBounded(file('marked', '\uFEFF{}'), { maxBytes: 100 })).toBe('{}');
    expect(await readBounded(file('empty', ''), { maxBytes: 0 })).toBe('');
  });

  it('returns undefined where there is no file', async () => {
    expect(await readBounded(join(folder, 'none'), { maxBytes: 1 })).toBeUndefined();
    expect(await readBounded(join(folder, 'no', 'folder'), { maxBytes: 1 })).toBeUndefined();
    symlinkSync('nowhere', join(folder, 'dangling'));
    expect(await readBounded(join(folder, 'dangling'), { maxBytes: 1 })).toBeUndefined();
  });

  // Its size is told as 0, as that of a file which grows is told too small.
  (existsSync('/proc/filesystems') ? it : it.skip)('reads a file that is longer than its size', async () => {
    const text = readFileSync('/proc/filesystems', 'utf8');
    expect(await readBounded('/proc/filesystems', { maxBytes: text.length })).toBe(text);
    await expect(readBounded('/proc/filesystems', { maxBytes: text.length - 1 })).rejects.toMatchObject({
      details: { maxBytes: text.length - 1 },
    });
  });

  it('reads a file of the limit, and refuses one byte more', async () => {
    const path = file('limit', 'é'.repeat(50_000));
    expect(await readBounded(path, { maxBytes: 100_000 })).toHaveLength(50_000);
    await expect(readBounded(path, { maxBytes: 99_999 })).rejects.toMatchObject({
      code: 'PROCESS_ERROR',
      message: `cannot read ${path}: it is larger than 99999 bytes`,
      details: { path, maxBytes: 99_999 },
    });
  });

  it('refuses what is not UTF-8', async () => {
    const path = file('latin1', Uint8Array.of(0x61, 0xe9, 0x62));
    await expect(readBounded(path, { maxBytes: 10 })).rejects.toMatchObject({
      code: 'PROCESS_ERROR',
      message: `cannot read ${path}: it is not UTF-8 text`,
    });
    await expect(readBounded(file('cut', Uint8Array.of(0x61, 0xc3)), { maxBytes: 10 })).rejects.toThrow(
      'UTF-8',
    );
  });

  it('refuses a folder, and a path below a file', async () => {
    await expect(readBounded(folder, { maxBytes: 10 })).rejects.toMatchObject({
      code: 'PROCESS_ERROR',
      message: `cannot read ${folder}: it is not a regular file`,
    });
    const below = join(file('plain', ''), 'below');
    await expect(readBounded(below, { maxBytes: 10 })).rejects.toMatchObject({
      message: `cannot read ${below}: ENOTDIR`,
      remedy: `remove what stands in the way of ${below}, or choose another place`,
      details: { path: below, system: 'ENOTDIR' },
    });
  });
});
