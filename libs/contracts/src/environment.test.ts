import { describe, expect, it } from '@jest/globals';

import { withSoundHome } from './environment.js';

const environment = {
  variables: { HOME: '/home/u', PATH: '/bin' },
  platform: 'linux',
  homeDirectory: '/home/u',
  workingDirectory: '/w',
} as const;

describe('withSoundHome', () => {
  it('corrects the variable that Windows takes the home from', () => {
    const windows = { ...environment, platform: 'win32', homeDirectory: '', variables: {} } as const;
    expect(withSoundHome(windows, () => 'C:\\u').variables).toEqual({ USERPROFILE: 'C:\\u' });
  });

  it('leaves an absolute home alone', () => {
    expect(withSoundHome(environment, () => '/other')).toBe(environment);
  });

  it.each(['', '.', 'here', '../x'])(
    'puts the system’s record in the place of %j, for children, too',
    (home) => {
      const relative = {
        ...environment,
        homeDirectory: home,
        variables: { ...environment.variables, HOME: home },
      };
      expect(withSoundHome(relative, () => '/root')).toEqual({
        ...environment,
        homeDirectory: '/root',
        variables: { HOME: '/root', PATH: '/bin' },
      });
    },
  );
});
