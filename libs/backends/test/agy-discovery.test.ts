import { join } from 'node:path';

import { expect, it } from '@jest/globals';

import { AGENTS, officialCandidates } from '../src/discovery/places.js';

const HOME = '/nowhere';

const candidatesOn = (platform: NodeJS.Platform) =>
  officialCandidates(AGENTS.agy, { variables: {}, platform, homeDirectory: HOME, workingDirectory: HOME });

it('agy is looked for in the folder of its installer first, and in its own last', async () => {
  const candidates = await candidatesOn('linux');
  expect(candidates[0]).toBe(join(HOME, '.local', 'bin', 'agy'));
  expect(candidates.slice(-2)).toEqual([
    join(HOME, '.gemini', 'bin', 'agy'),
    join(HOME, '.gemini', 'antigravity-cli', 'bin', 'agy'),
  ]);
});

it('agy is looked for where the installers of Windows put it', async () => {
  const local = join(HOME, 'AppData', 'Local');
  expect(await candidatesOn('win32')).toEqual(
    expect.arrayContaining([
      join(local, 'agy', 'bin', 'agy.exe'),
      join(local, 'Microsoft', 'WinGet', 'Links', 'agy.exe'),
    ]),
  );
});
