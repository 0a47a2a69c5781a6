import { expect, it } from '@jest/globals';

import { agyCatalogInputs } from './catalog-inputs.js';

it('agy’s models depend on its settings, its sign-in, and what it is given of its own', () => {
  const variables = {
    ...{ GEMINI_API_KEY: 'k', GOOGLE_CLOUD_PROJECT: 'p', AGY_X: 'x', OWN: 'o' },
    ...{ PATH: '/bin', HOME: '/home/u', DBUS_SESSION_BUS_ADDRESS: 'd', OTHER: 'x' },
  };
  const environment = {
    variables,
    platform: 'linux',
    homeDirectory: '/home/u',
    workingDirectory: '/',
  } as const;
  expect(agyCatalogInputs({ environment, passVariables: ['OWN'] })).toEqual({
    files: [
      '/home/u/.gemini/antigravity-cli/settings.json',
      '/home/u/.gemini/antigravity-cli/antigravity-oauth-token',
    ],
    variables: { GEMINI_API_KEY: 'k', GOOGLE_CLOUD_PROJECT: 'p', AGY_X: 'x', OWN: 'o' },
  });
});
