import { expect, it } from '@jest/globals';

import { codexCatalogInputs } from './catalog-inputs.js';

const inputsOf = (
  variables: Record<string, string>,
  { platform = 'linux' as NodeJS.Platform, passVariables = [] as string[] } = {},
) =>
  codexCatalogInputs({
    environment: { variables, platform, homeDirectory: '/home/u', workingDirectory: '/' },
    passVariables,
  });

it('settings and sign-in are those of the user and of the machine', () => {
  const machine = ['config.toml', 'managed_config.toml', 'requirements.toml'].map(
    (name) => `/etc/codex/${name}`,
  );
  const own = (home: string) =>
    ['config.toml', 'managed_config.toml', 'auth.json'].map((name) => `${home}/${name}`);
  expect(inputsOf({}).files).toEqual([...own('/home/u/.codex'), ...machine]);
  expect(inputsOf({ CODEX_HOME: '/srv/codex' }).files).toEqual([...own('/srv/codex'), ...machine]);
  expect(inputsOf({ CODEX_HOME: '' }, { platform: 'win32' }).files).toEqual(own('/home/u/.codex'));
});

it('variables are those of Codex and those that are passed on', () => {
  const variables = { PATH: '/bin', OPENAI_API_KEY: 'a', CODEX_HOME: '/srv', MY_KEY: 'b', OTHER_KEY: 'c' };
  expect(inputsOf(variables, { passVariables: ['MY_KEY', 'MISSING'] }).variables).toEqual({
    OPENAI_API_KEY: 'a',
    CODEX_HOME: '/srv',
    MY_KEY: 'b',
  });
  expect(inputsOf({ my_key: 'b' }, { platform: 'win32', passVariables: ['My_Key'] }).variables).toEqual({
    MY_KEY: 'b',
  });
});
