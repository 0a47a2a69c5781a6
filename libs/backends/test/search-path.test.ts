import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';

import { createTempWorkspace } from '@coagent8/testing';
import type { TempWorkspace } from '@coagent8/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { safeSearchPath } from '../src/search-path.js';

let workspace: TempWorkspace;
let elsewhere: TempWorkspace;
beforeAll(async () => {
  workspace = await createTempWorkspace();
  elsewhere = await createTempWorkspace();
  await mkdir(join(workspace.path, 'bin'));
  await symlink(join(workspace.path, 'bin'), join(elsewhere.path, 'link'));
});
afterAll(async () => {
  await workspace.remove();
  await elsewhere.remove();
});

describe('safeSearchPath', () => {
  it('keeps what a repository cannot fill, in order', async () => {
    const kept = ['/usr/bin', `${workspace.path}-beside`, elsewhere.path, '/no/such/folder'];
    const dropped = [
      '.',
      '',
      'bin',
      '..',
      workspace.path,
      join(workspace.path, 'bin'),
      join(elsewhere.path, 'link'),
    ];
    const path = [...dropped, ...kept, ...dropped].join(':');
    const safe = await safeSearchPath(path, { workspacePath: workspace.path, platform: 'linux' });
    expect(safe.split(':')).toEqual(kept);
  });
});
