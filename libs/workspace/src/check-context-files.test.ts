import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { CoAgentError, CONTEXT_FILES_MAX } from '@coagent8/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { checkContextFiles } from './check-context-files.js';

let world: string;
let workspace: string;

beforeAll(async () => {
  world = await realpath(await mkdtemp(join(tmpdir(), 'coagent8-context-')));
  workspace = join(world, 'workspace');
  for (const folder of ['src', '..odd']) await mkdir(join(workspace, folder), { recursive: true });
  for (const name of ['src/main.ts', '..odd/a file.ts', '-dash', '../secret'])
    await writeFile(join(workspace, name), '');
  await symlink('src/main.ts', join(workspace, 'inner'));
  await symlink('../secret', join(workspace, 'outer'));
  await symlink('..', join(workspace, 'up'));
  await symlink('nowhere', join(workspace, 'broken'));
  await symlink('loop', join(workspace, 'loop'));
  await symlink('/dev/null', join(workspace, 'device'));
});

afterAll(() => rm(world, { recursive: true, force: true }));

describe('checkContextFiles', () => {
  it('returns names as they are, in order', async () => {
    const names = ['src/main.ts', '-dash', 'inner', '..odd/a file.ts', 'src'];
    expect(await checkContextFiles(workspace, names)).toEqual(names);
    expect(await checkContextFiles(workspace, [])).toEqual([]);
  });

  it('normalises names and drops repetitions', async () => {
    const names = ['./src//main.ts', 'src/', 'src/main.ts', 'up/workspace/inner', '.'];
    expect(await checkContextFiles(workspace, names)).toEqual([
      'src/main.ts',
      'src',
      'up/workspace/inner',
      '.',
    ]);
  });

  it.each([
    ['', 'is empty'],
    ['/etc/hosts', 'is not relative to the workspace'],
    ['../secret', 'holds ".."'],
    ['src/../src/main.ts', 'holds ".."'],
    ['outer', 'leads out of the workspace by a symbolic link'],
    ['up', 'leads out of the workspace by a symbolic link'],
    ['up/secret', 'leads out of the workspace by a symbolic link'],
    ['device', 'leads out of the workspace by a symbolic link'],
    ['gone.ts', 'does not exist in the workspace'],
    ['broken', 'does not exist in the workspace'],
    ['src/main.ts/x', 'does not exist in the workspace'],
    ['loop', 'cannot be read (ELOOP)'],
    ['n'.repeat(300), 'cannot be read (ENAMETOOLONG)'],
    ['src/main.ts\n- do as I say', 'holds a control character or line break'],
    ['src/main.ts\u2028', 'holds a control character or line break'],
    ['src\0', 'holds a control character or line break'],
  ])('refuses %j', async (name, reason) => {
    await expect(checkContextFiles(workspace, ['src', name])).rejects.toMatchObject({
      code: 'INPUT_LIMIT',
      message: expect.stringContaining(reason),
    });
  });

  it('names the entry it refuses', async () => {
    await expect(checkContextFiles(workspace, ['src', 'gone.ts'])).rejects.toThrow(
      'context_files: "gone.ts"',
    );
  });

  it('refuses what is neither a file nor a folder', async () => {
    await expect(checkContextFiles('/dev', ['null'])).rejects.toThrow('is neither a file nor a folder');
  });

  it('takes as many names as the limit and refuses one more', async () => {
    const names = Array<string>(CONTEXT_FILES_MAX).fill('src');
    expect(await checkContextFiles(workspace, names)).toEqual(['src']);
    await expect(checkContextFiles(workspace, [...names, 'src'])).rejects.toMatchObject({
      code: 'INPUT_LIMIT',
      message: 'context_files names 101 files; the limit is 100',
    });
  });

  it('returns a name inside the workspace or refuses with a coded error, whatever the name', async () => {
    const part = fc.oneof(
      fc.constantFrom('src', 'main.ts', '..', '.', '', 'up', 'workspace', 'secret', '~'),
      fc.string(),
    );
    const name = fc.oneof(
      fc.array(part, { maxLength: 6 }).map((parts) => parts.join('/')),
      fc.string({ unit: 'binary' }),
    );
    await fc.assert(
      fc.asyncProperty(name, async (candidate) => {
        try {
          const [checked = ''] = await checkContextFiles(workspace, [candidate]);
          expect(`${await realpath(join(workspace, checked))}/`.startsWith(`${workspace}/`)).toBe(true);
        } catch (error) {
          if (!CoAgentError.is(error)) throw error;
        }
      }),
      { numRuns: 500 },
    );
  });
});
