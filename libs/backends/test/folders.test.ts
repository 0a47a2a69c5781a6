import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { BACKEND_IDS } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';

const SOURCES = join(import.meta.dirname, '..', 'src');

/** What every agent needs, by the name of its file. */
const COMMON = [
  ...[
    'adapter',
    'command',
    'errors',
    'events',
    'examine',
    'failures',
    'judge-profile',
    'launch',
    'live-turn',
  ],
  ...['profile', 'protocol', 'quota', 'run-turn'],
];
/** What those need that are talked to while they run. */
const CONVERSING = ['connect', 'connection', 'decline-request'];

const filesOf = (id: string) => readdirSync(join(SOURCES, id)).map((name) => name.replace(/\.ts$/, ''));

describe('the folders of the agents', () => {
  it.each(BACKEND_IDS)('%s has the files that all of them have', (id) => {
    expect(filesOf(id)).toEqual(expect.arrayContaining(COMMON));
  });

  it.each(['codex', 'claude'])('%s has the files of a conversation', (id) => {
    expect(filesOf(id)).toEqual(expect.arrayContaining(CONVERSING));
  });

  it.each(BACKEND_IDS)('%s has no name with the agent in it, which the folder says', (id) => {
    expect(filesOf(id).filter((name) => name.includes(id))).toEqual([]);
  });
});
