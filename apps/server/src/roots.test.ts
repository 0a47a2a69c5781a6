import { describe, expect, it } from '@jest/globals';

import { readRoots, ROOTS_MAX_WAIT_MS } from './roots.js';

describe('readRoots', () => {
  it('turns file URIs into paths and leaves out the rest', async () => {
    const uris = [
      'file:///srv/a',
      'file:///srv/b%20c/',
      'https://x.test/',
      'file://host/share',
      '',
      'file:///a%2Fb',
    ];
    expect(await readRoots(async () => uris)).toEqual(['/srv/a', '/srv/b c/']);
  });

  it('has none where the client refuses, and says how long it waits', async () => {
    expect(await readRoots(() => Promise.reject(new Error('no')))).toEqual([]);
    expect(
      await readRoots(async (maxWaitMs) => (maxWaitMs === ROOTS_MAX_WAIT_MS ? ['file:///a'] : [])),
    ).toEqual(['/a']);
  });
});
