import type { Environment } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';

import { launchEnvironment } from './launch-environment.js';

const codex = { families: ['CODEX_', 'OPENAI_'], names: ['MY_PROVIDER_KEY'] };

function environment(variables: Environment['variables'], platform: NodeJS.Platform = 'linux'): Environment {
  return { variables, platform, homeDirectory: '/home/u', workingDirectory: '/' };
}

describe('launchEnvironment', () => {
  it('passes what any program needs', () => {
    const needed = {
      ...{ HOME: '/home/u', PATH: '/bin', LANG: 'C', LC_ALL: 'C', TMPDIR: '/t', USER: 'u', SHELL: '/bin/sh' },
      ...{ XDG_CONFIG_HOME: '/x', HTTPS_PROXY: 'p', https_proxy: 'p', NO_PROXY: '*', SSL_CERT_FILE: '/c' },
      ...{ NODE_EXTRA_CA_CERTS: '/n' },
    };
    expect(launchEnvironment(environment(needed), codex)).toEqual({ ...needed, COAGENT8_NESTED_TURN: '1' });
  });

  it('passes the families of the agent and the names that were asked for', () => {
    const own = { CODEX_HOME: '/c', OPENAI_BASE_URL: 'u', MY_PROVIDER_KEY: 'k' };
    expect(launchEnvironment(environment(own), codex)).toMatchObject(own);
  });

  it.each([
    'AWS_SECRET_ACCESS_KEY',
    'GITHUB_TOKEN',
    'ANTHROPIC_API_KEY',
    'COAGENT8_CONFIG',
    'NODE_OPTIONS',
    'LD_PRELOAD',
    'MY_PROVIDER_KEY_2',
    'home',
    'XDGISH',
  ])('keeps %s', (name) => {
    expect(launchEnvironment(environment({ [name]: 'x' }), codex)).toEqual({ COAGENT8_NESTED_TURN: '1' });
  });

  it('marks the turn whatever our own environment says', () => {
    expect(launchEnvironment(environment({ COAGENT8_NESTED_TURN: '' }), codex)['COAGENT8_NESTED_TURN']).toBe(
      '1',
    );
  });

  it.each([undefined, ''])('leaves out what is %j', (value) => {
    expect(Object.keys(launchEnvironment(environment({ HOME: value, CODEX_HOME: value }), codex))).toEqual([
      'COAGENT8_NESTED_TURN',
    ]);
  });

  it('knows the names of Windows, in any case', () => {
    const windows = {
      Path: 'C:\\',
      SystemRoot: 'C:\\W',
      'ProgramFiles(x86)': 'P',
      codex_home: 'c',
      AppData: 'a',
    };
    expect(launchEnvironment(environment({ ...windows, GITHUB_TOKEN: 'x' }, 'win32'), codex)).toEqual({
      ...{ PATH: 'C:\\', SYSTEMROOT: 'C:\\W', 'PROGRAMFILES(X86)': 'P', CODEX_HOME: 'c', APPDATA: 'a' },
      COAGENT8_NESTED_TURN: '1',
    });
    expect(launchEnvironment(environment({ SystemRoot: 'C:\\W' }), codex)).toEqual({
      COAGENT8_NESTED_TURN: '1',
    });
  });

  it('sets what is set, beside nothing that means the same', () => {
    const set = { Http_Proxy: 'set', EXTRA: 'set' };
    const ours = { http_proxy: 'ours', HTTP_PROXY: 'ours' };
    expect(launchEnvironment(environment(ours), { ...codex, set })).toMatchObject({ ...ours, ...set });
    expect(launchEnvironment(environment(ours, 'win32'), { ...codex, set })).toEqual({
      ...{ HTTP_PROXY: 'set', EXTRA: 'set', COAGENT8_NESTED_TURN: '1' },
    });
  });
});
