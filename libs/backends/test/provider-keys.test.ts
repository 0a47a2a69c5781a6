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
  const variables = { CODEX_HOME: home.path };
  expect(
    await readProviderKeyNames({
      variables,
      platform: 'linux',
      homeDirectory: '/nowhere',
      workingDirectory: '/',
    }),
  ).toEqual(names);
});
