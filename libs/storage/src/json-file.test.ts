import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';

import { readJsonFile, writeJsonFile } from './json-file.js';

let folder = '';
let path = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'coagent8-json-'));
  path = join(folder, 'file.json');
});
afterAll(() => rmSync(folder, { recursive: true }));

const schema = z.strictObject({
  models: z.object({ allow: z.array(z.string()) }).optional(),
  size: z.int().optional(),
});
const read = (content: string) => {
  writeFileSync(path, content);
  return readJsonFile(path, schema, { maxBytes: 1000 });
};

describe('readJsonFile', () => {
  it('reads what writeJsonFile wrote', async () => {
    const value = { models: { allow: ['a', 'é\u2028"'] }, size: 1 };
    await writeJsonFile(path, value);
    expect(readFileSync(path, 'utf8').split('\n')[1]).toBe('  "models": {');
    expect(await readJsonFile(path, schema, { maxBytes: 1000 })).toEqual({ ok: true, value });
  });

  it('reads a file with a byte order mark', async () => {
    expect(await read('\uFEFF{}\n')).toEqual({ ok: true, value: {} });
  });

  it('returns undefined where there is no file', async () => {
    expect(await readJsonFile(join(folder, 'none'), schema, { maxBytes: 1 })).toBeUndefined();
  });

  it.each([
    ['', 1, 1],
    ['{\n  "size": 1,\n}', 3, 1],
    ['{\n  "size": sk-secret\n}', 2, 11],
    ['{"size": 1', 1, 11],
  ])('tells line and column of %j', async (content, line, column) => {
    expect(await read(content)).toEqual({
      ok: false,
      problem: { path, message: 'not valid JSON', line, column },
    });
  });

  it.each([
    ['{"models":{"allow":["a",1]}}', 'models.allow[1]', 'Invalid input: expected string, received number'],
    ['{"sizes":1}', '', 'Unrecognized key: "sizes"'],
    ['[]', '', 'Invalid input: expected object, received array'],
    ['{"size":"secret"}', 'size', 'Invalid input: expected number, received string'],
  ])('tells the field of %j', async (content, field, message) => {
    expect(await read(content)).toEqual({
      ok: false,
      problem: { path, field, message },
    });
  });

  it('throws what keeps it from reading', async () => {
    await expect(readJsonFile(folder, schema, { maxBytes: 1 })).rejects.toMatchObject({
      code: 'PROCESS_ERROR',
    });
    await expect(readJsonFile(join(path, 'x'), schema, { maxBytes: 1 })).rejects.toThrow('ENOTDIR');
    writeFileSync(path, '{"a": 1}');
    await expect(readJsonFile(path, schema, { maxBytes: 7 })).rejects.toThrow('larger than 7 bytes');
  });
});
