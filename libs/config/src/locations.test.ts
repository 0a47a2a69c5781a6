import { readFile } from 'node:fs/promises';

import type { Environment } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';

import { absolutePath, readLocations } from './locations.js';
import { locationsOf } from './locations-of.js';

const world = (variables: Environment['variables'], platform: NodeJS.Platform = 'linux'): Environment => ({
  variables,
  platform,
  homeDirectory: platform === 'win32' ? 'C:\\Users\\ada' : '/home/ada',
  workingDirectory: '/work',
});

describe('locationsOf', () => {
  it('keeps everything in the home directory by default', () => {
    expect(locationsOf(world({}))).toEqual({
      dataRoot: '/home/ada/.coagent8',
      configFile: '/home/ada/.coagent8/config.json',
      modelsFile: '/home/ada/.coagent8/models.json',
      quotaFile: '/home/ada/.coagent8/quota.json',
      locksDirectory: '/home/ada/.coagent8/locks',
      compileCacheDirectory: '/home/ada/.coagent8/cache',
    });
    expect(locationsOf(world({}, 'win32')).configFile).toBe('C:\\Users\\ada\\.coagent8\\config.json');
  });

  it('follows COAGENT8_DIR with everything and COAGENT8_CONFIG with the file', () => {
    expect(locationsOf(world({ COAGENT8_DIR: '/data/' })).configFile).toBe('/data/config.json');
    expect(locationsOf(world({ COAGENT8_DIR: '/data', COAGENT8_CONFIG: '/etc/c8.json' }))).toEqual({
      dataRoot: '/data',
      configFile: '/etc/c8.json',
      modelsFile: '/data/models.json',
      quotaFile: '/data/quota.json',
      locksDirectory: '/data/locks',
      compileCacheDirectory: '/data/cache',
    });
  });

  it('reads the earlier spelling, after the present one', () => {
    expect(locationsOf(world({ coagent8_DIR: '/old', coagent8_CONFIG: '/old.json' }))).toMatchObject({
      dataRoot: '/old',
      configFile: '/old.json',
    });
    expect(locationsOf(world({ coagent8_DIR: '/old', COAGENT8_DIR: '/new' })).dataRoot).toBe('/new');
  });

  it('takes an empty variable for an unset one', () => {
    expect(locationsOf(world({ COAGENT8_DIR: '', coagent8_DIR: '/old', COAGENT8_CONFIG: '' }))).toMatchObject(
      {
        dataRoot: '/old',
        configFile: '/old/config.json',
      },
    );
  });

  it.each(['DIR', 'CONFIG'])('refuses a relative COAGENT8_%s and names it as it is spelt', (name) => {
    for (const variable of [`COAGENT8_${name}`, `coagent8_${name}`]) {
      const environment = world({ [variable]: 'here' });
      expect(readLocations(environment)).toEqual({ variable, value: 'here' });
      expect(() => locationsOf(environment)).toThrow(
        expect.objectContaining({
          code: 'POLICY_DENIED',
          message: `${variable} is a relative path: here`,
          remedy: expect.stringContaining(variable),
        }),
      );
    }
  });
});

describe('absolutePath', () => {
  it.each([
    ['~/agents/codex', '/home/ada/agents/codex'],
    ['/opt/../opt/codex', '/opt/codex'],
  ])('takes %s', (text, path) => {
    expect(absolutePath(text, world({}))).toBe(path);
  });

  it.each(['~', '~ada/codex', 'codex', './codex', 'C:\\codex', ''])('does not take %j', (text) => {
    expect(absolutePath(text, world({}))).toBeUndefined();
  });

  it('knows Windows', () => {
    expect(absolutePath('~/codex.exe', world({}, 'win32'))).toBe('C:\\Users\\ada\\codex.exe');
    expect(absolutePath('D:/codex.exe', world({}, 'win32'))).toBe('D:\\codex.exe');
    expect(absolutePath('D:codex.exe', world({}, 'win32'))).toBeUndefined();
  });
});

it('loads nothing but node:path', async () => {
  const source = await readFile(new URL('./locations.ts', import.meta.url), 'utf8');
  const loaded = [...source.matchAll(/^(import|export) (?!type )[^;]*from '([^']+)'/gm)].map(
    ([, , name]) => name,
  );
  expect(loaded).toEqual(['node:path']);
  expect(source).not.toMatch(/import\(|require\(/);
});
