import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it } from '@jest/globals';

import { stampOf } from '../src/executable-stamp.js';

it('the stamp of a file changes with its path, its time and its size', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'coagent8-stamp-'));
  const file = join(folder, 'agent');
  const stampAfter = async (content: string, seconds: number) => {
    await writeFile(file, content);
    await utimes(file, seconds, seconds);
    return stampOf(file);
  };
  const first = await stampAfter('one', 1);
  expect(await stampAfter('one', 1)).toBe(first);
  const others = [
    await stampAfter('one', 2),
    await stampAfter('three', 1),
    await stampOf(folder),
    await stampOf(join(folder, 'none')),
  ];
  expect(new Set([first, ...others]).size).toBe(5);
  await rm(folder, { recursive: true });
});
