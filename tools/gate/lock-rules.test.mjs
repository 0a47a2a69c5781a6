import { describe, expect, it } from '@jest/globals';

import { findMissing, findOutOfStep, findPlaces, findUnverified } from './lock-rules.mjs';

const integrity = 'sha512-x';
const SOUND = {
  '': { devDependencies: { jest: '1.0.0' } },
  'libs/room': { version: '0.1.0', dependencies: { execa: '1.0.0', '@house/other': '0.1.0' } },
  'libs/room/node_modules/execa': { version: '1.0.0', integrity, dependencies: { which: '^1.0.0' } },
  'node_modules/@house/other': { resolved: 'libs/other', link: true },
  'node_modules/jest': {
    version: '1.0.0',
    integrity,
    peerDependencies: { ts: '1' },
    peerDependenciesMeta: { ts: { optional: true } },
  },
  'node_modules/which': { version: '1.0.0', integrity },
};

describe('a sound lockfile', () => {
  it('breaks no rule', () => {
    const manifests = new Map(Object.entries(SOUND));
    expect(findPlaces(SOUND)).toEqual([]);
    expect(findUnverified(SOUND)).toEqual([]);
    expect(findMissing(SOUND)).toEqual([]);
    expect(findOutOfStep(SOUND, (path) => manifests.get(path) ?? {})).toEqual([]);
  });
});

describe('a lockfile breaks a rule', () => {
  it('by saying where a package was fetched', () => {
    const lock = { 'node_modules/a': { resolved: 'https://mirror.example/a.tgz', integrity } };
    expect(findPlaces(lock)).toEqual(['node_modules/a is resolved to https://mirror.example/a.tgz']);
  });

  it('by a package without a digest', () => {
    expect(findUnverified({ 'node_modules/a': { version: '1.0.0' } })).toEqual([
      'node_modules/a has no integrity',
    ]);
  });

  it.each(['dependencies', 'optionalDependencies', 'peerDependencies'])(
    'by lacking one of the %s',
    (kind) => {
      expect(findMissing({ 'node_modules/a': { [kind]: { b: '1' } } })).toEqual([
        'b is missing, needed by node_modules/a',
      ]);
    },
  );

  it('by lacking a development dependency of a workspace, not of a package', () => {
    const lock = {
      'libs/room': { devDependencies: { b: '1' } },
      'node_modules/a': { devDependencies: { c: '1' } },
    };
    expect(findMissing(lock)).toEqual(['b is missing, needed by libs/room']);
  });

  it('by having a package where Node would not look for it', () => {
    const lock = {
      'node_modules/a': { dependencies: { b: '1' } },
      'node_modules/c/node_modules/b': { version: '1.0.0' },
    };
    expect(findMissing(lock)).toEqual(['b is missing, needed by node_modules/a']);
  });

  it('by saying other than the manifest of a workspace', () => {
    const lock = { 'libs/room': { version: '0.1.0', dependencies: { a: '1.0.0' } } };
    const found = findOutOfStep(lock, () => ({ version: '0.1.0', dependencies: { a: '1.0.1' } }));
    expect(found).toEqual(['libs/room: dependencies differs from package.json']);
  });
});
