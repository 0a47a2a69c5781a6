import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { appendLines, cutToLines, readPart } from './line-file.js';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'coagent8-lines-'));
  path = join(folder, 'new', 'lines');
});
afterEach(() => rmSync(folder, { recursive: true }));

const content = () => readFileSync(path, 'utf8');

describe('appendLines', () => {
  it('makes the file and its folder for their owner alone where it may, and appends', async () => {
    expect(await appendLines(path, 'é\n', { isMade: false })).toBeUndefined();
    expect(existsSync(join(folder, 'new'))).toBe(false);
    expect(await appendLines(path, 'é\n', { isMade: true })).toBe(3);
    expect(await appendLines(path, 'two\n', { isMade: false, expectedBytes: 3 })).toBe(7);
    expect(content()).toBe('é\ntwo\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'new')).mode & 0o777).toBe(0o700);
  });

  it('writes nothing where the file has another size', async () => {
    await appendLines(path, 'one\n', { isMade: true });
    expect(await appendLines(path, 'two\n', { isMade: true, expectedBytes: 3 })).toBeUndefined();
    expect(content()).toBe('one\n');
  });

  it('names what stands in its way', async () => {
    mkdirSync(path, { recursive: true });
    await expect(appendLines(path, 'x\n', { isMade: true })).rejects.toMatchObject({
      code: 'PROCESS_ERROR',
      message: expect.stringContaining(path),
    });
    await expect(readPart(path, { offset: 0, maxBytes: 1 })).rejects.toMatchObject({ code: 'PROCESS_ERROR' });
    await expect(cutToLines(path)).rejects.toMatchObject({ code: 'PROCESS_ERROR' });
  });
});

describe('cutToLines', () => {
  it('cuts a torn end at every byte of it, and leaves whole lines', async () => {
    const lines = 'one\ntwé\nthree\n';
    for (let length = 0; length <= Buffer.byteLength(lines); length++) {
      mkdirSync(join(folder, 'new'), { recursive: true });
      writeFileSync(path, Buffer.from(lines).subarray(0, length));
      const after = [0, 4, 9, 15].filter((end) => end <= length).at(-1);
      expect(await cutToLines(path)).toEqual({ before: length, after });
      expect(content()).toBe(Buffer.from(lines).subarray(0, after).toString());
    }
  });

  it('cuts an end that is longer than one look', async () => {
    await appendLines(path, `one\n${'x'.repeat(200_000)}`, { isMade: true });
    expect(await cutToLines(path)).toEqual({ before: 200_004, after: 4 });
  });

  it('cuts back to a size, at the line before it', async () => {
    await appendLines(path, 'one\ntwo\nthree\n', { isMade: true });
    expect(await cutToLines(path, 8)).toEqual({ before: 14, after: 8 });
    expect(await cutToLines(path, 7)).toEqual({ before: 8, after: 4 });
    expect(await cutToLines(join(folder, 'none'))).toBeUndefined();
  });
});

describe('readPart', () => {
  it('reads from an offset, no more than is wanted or there', async () => {
    await appendLines(path, '0123456789\n', { isMade: true });
    const at = async (offset: number, maxBytes: number) => {
      const { bytes, size } = (await readPart(path, { offset, maxBytes })) ?? {};
      return [bytes?.toString(), size];
    };
    expect(await at(2, 3)).toEqual(['234', 11]);
    expect(await at(9, 100)).toEqual(['9\n', 11]);
    expect(await at(11, 1)).toEqual(['', 11]);
    expect(await at(500, 1)).toEqual(['', 11]);
    expect(await readPart(join(folder, 'none'), { offset: 0, maxBytes: 1 })).toBeUndefined();
  });
});
