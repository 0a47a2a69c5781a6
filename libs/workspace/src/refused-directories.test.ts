import { posix } from 'node:path';

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { refusalOf } from './refused-directories.js';

const linux = { homeDirectory: '/home/ada', platform: 'linux' } as const;
const mac = { homeDirectory: '/Users/ada', platform: 'darwin' } as const;
const windows = { homeDirectory: 'C:\\Users\\ada', platform: 'win32' } as const;

describe('refusalOf', () => {
  it.each([
    ['/', linux, 'a file system root'],
    ['C:\\', windows, 'a file system root'],
    ['D:\\', windows, 'a file system root'],
    ['\\\\server\\share\\', windows, 'a file system root'],
    ['/home/ada', linux, 'the home directory'],
    ['c:\\users\\ADA', windows, 'the home directory'],
    ['/home', linux, 'a folder above the home directory'],
    ['/Users', mac, 'a folder above the home directory'],
    ['C:\\Users', windows, 'a folder above the home directory'],
    ['/data', { ...linux, homeDirectory: '/data/homes/ada' }, 'a folder above the home directory'],
  ])('refuses %s', (path, world, refusal) => {
    expect(refusalOf(path, world)).toBe(refusal);
  });

  it.each([
    ...['/root', '/home', '/Users'].map(
      (path) => [path, { ...linux, homeDirectory: '/var/lib/ada' }] as const,
    ),
    ...['/bin', '/etc', '/etc/nginx/sites', '/dev/shm', '/proc/self', '/usr/lib/code/resources'].map(
      (path) => [path, linux] as const,
    ),
    ...['/usr', '/usr/src', '/usr/local', '/usr/local/lib/node_modules/x'].map(
      (path) => [path, linux] as const,
    ),
    ...['/var', '/var/lib', '/var/tmp', '/run', '/run/user', '/tmp', '/opt', '/mnt', '/srv'].map(
      (path) => [path, linux] as const,
    ),
    ...['/System/Library', '/Applications/Editor.app', '/private/tmp', '/private/etc/x'].map(
      (path) => [path, mac] as const,
    ),
    ...['C:\\Windows', 'c:\\WINDOWS\\System32', 'C:\\Program Files (x86)\\Editor', 'D:\\Users\\Public'].map(
      (path) => [path, windows] as const,
    ),
    ...['/mnt/c', '/mnt/c/Windows/System32', '/mnt/d/Users', '/mnt/c/Program Files/Editor'].map(
      (path) => [path, linux] as const,
    ),
  ])('refuses %s as a system directory', (path, world) => {
    expect(refusalOf(path, world)).toBe('a system directory');
  });

  it.each([
    ...['/home/ada/project', '/home/ada2', '/home/ada2/project', '/tmp/project', '/opt/project'].map(
      (path) => [path, linux] as const,
    ),
    ...['/usr/src/app', '/var/www/site', '/var/lib/ci/job', '/workspace', '/libs', '/etcetera'].map(
      (path) => [path, linux] as const,
    ),
    ...['/mnt/c/work', '/mnt/c/Users/ada/project', '/mnt/disk', '/home/ada/..project'].map(
      (path) => [path, linux] as const,
    ),
    ...['/private/var/folders/x1/y2/T/z', '/Users/ada/Library'].map((path) => [path, mac] as const),
    ...['C:\\work', 'C:\\Users\\ada\\project', 'C:\\Users\\bob', 'D:\\Windows.old'].map(
      (path) => [path, windows] as const,
    ),
  ])('allows %s', (path, world) => {
    expect(refusalOf(path, world)).toBeUndefined();
  });

  it('refuses every folder on the way to the home directory', () => {
    const name = fc.stringMatching(/^[a-zA-Z0-9._-]{1,8}$/).filter((part) => !/^\.{1,2}$/.test(part));
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), fc.nat(5), (parts, depth) => {
        const path = `/${parts.slice(0, depth).join('/')}`;
        return refusalOf(path, { homeDirectory: posix.join('/', ...parts), platform: 'linux' }) !== undefined;
      }),
    );
  });
});
