import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { createTempWorkspace } from '@coagent8/testing';
import type { TempWorkspace } from '@coagent8/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

import { CONFIG_MAX_BYTES, readProviderKeyNames } from '../src/codex/provider-keys.js';

let home: TempWorkspace;
beforeAll(async () => {
  home = await createTempWorkspace();
});
afterAll(() => home.remove());

it.each([
  [CONFIG_MAX_BYTES, ['MY_KEY']],
  [CONFIG_MAX_BYTES + 1, []],
])('the keys of a configuration of %i bytes are %p', async (bytes, names) => {
  await home.write('config.toml', 'env_key = "MY_KEY"\n'.padEnd(bytes, '#'));
  expect(await readProviderKeyNames(home.path)).toEqual(names);
});

it('a configuration that is a pipe is not waited for', async () => {
  const folder = await createTempWorkspace();
  execFileSync('mkfifo', [join(folder.path, 'config.toml')]);
  expect(await readProviderKeyNames(folder.path)).toEqual([]);
  await folder.remove();
});
