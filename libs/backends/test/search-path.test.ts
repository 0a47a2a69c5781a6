import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createTempWorkspace } from '@coagent8/testing';
import type { TempWorkspace } from '@coagent8/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { safeSearchPath } from '../src/search-path.js';

let repository: TempWorkspace;
let elsewhere: TempWorkspace;
let workspace: string;
beforeAll(async () => {
  repository = await createTempWorkspace();
  elsewhere = await createTempWorkspace();
  workspace = join(repository.path, 'packages', 'app');
  for (const folder of ['packages/app/bin', 'packages/app/sub/.git', 'bin', '.git'])
    await mkdir(join(repository.path, folder), { recursive: true });
  await symlink(join(workspace, 'bin'), join(elsewhere.path, 'link'));
});
afterAll(async () => {
  await repository.remove();
  await elsewhere.remove();
});

const kept = () => ['/usr/bin', `${repository.path}-beside`, elsewhere.path, '/no/such/folder'];

async function safe(dropped: readonly string[], { home = '/home/u', startedIn = '/' } = {}) {
  const environment = {
    variables: {},
    platform: 'linux' as const,
    homeDirectory: home,
    workingDirectory: startedIn,
  };
  const path = [...dropped, ...kept(), ...dropped].join(':');
  return (await safeSearchPath(path, { workspacePath: workspace, environment })).split(':');
}

describe('safeSearchPath', () => {
  it('keeps what a repository cannot fill, in order', async () => {
    const dropped = ['.', '', 'bin', '..', workspace, join(workspace, 'bin'), join(elsewhere.path, 'link')];
    expect(await safe(dropped)).toEqual(kept());
  });

  it('drops what lies in the repository around the workspace, and what means another folder to each', async () => {
    const dropped = [repository.path, join(repository.path, 'bin'), '/proc/self/cwd', '/proc/self/cwd/bin'];
    expect(await safe(dropped)).toEqual(kept());
  });

  it('knows a repository by the file of a worktree, too, and by the outermost', async () => {
    const inner = join(repository.path, 'packages');
    await writeFile(join(inner, '.git'), 'gitdir: x');
    expect(await safe([inner, join(repository.path, 'bin')])).toEqual(kept());
  });

  it('drops what lies in the repository that we were started in', async () => {
    const other = await createTempWorkspace({ files: { 'a/b.txt': '', '.git/HEAD': '' } });
    const dropped = [join(other.path, 'bin'), join(other.path, 'node_modules', '.bin')];
    expect(await safe(dropped, { startedIn: join(other.path, 'a') })).toEqual(kept());
    await other.remove();
  });

  it('takes the home of the user for no repository', async () => {
    const bin = join(repository.path, 'bin');
    expect(await safe([bin], { home: repository.path })).toEqual([bin, ...kept(), bin]);
    expect(await safe([bin], { home: join(repository.path, 'home') })).toEqual([bin, ...kept(), bin]);
  });
});
