import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { removeFile } from './remove-file.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'coagent8-remove-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('removeFile', () => {
  it('removes a file, once', async () => {
    const path = join(folder, 'file');
    writeFileSync(path, '');
    expect(await removeFile(path)).toBe(true);
    expect(await removeFile(path)).toBe(false);
  });

  it('removes a link, not what it leads to', async () => {
    writeFileSync(join(folder, 'target'), '');
    symlinkSync('target', join(folder, 'link'));
    expect(await removeFile(join(folder, 'link'))).toBe(true);
    expect(existsSync(join(folder, 'target'))).toBe(true);
  });

  it('removes no folder, and says so', async () => {
    const path = join(folder, 'sub');
    mkdirSync(path);
    await expect(removeFile(path)).rejects.toMatchObject({
      code: 'PROCESS_ERROR',
      message: expect.stringMatching(/^cannot remove .*sub: (EISDIR|EPERM)$/),
    });
    expect(existsSync(path)).toBe(true);
  });
});
