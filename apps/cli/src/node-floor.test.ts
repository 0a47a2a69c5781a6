import { readFileSync } from 'node:fs';

import { describe, expect, it } from '@jest/globals';

import { complaintAbout, NODE_FLOOR } from './node-floor.js';

describe('complaintAbout', () => {
  it.each(['24.15.0', '24.15.1', '24.21.0', '25.0.0', '100.1.0', '24.15.0-nightly'])(
    'takes Node %s',
    (version) => {
      expect(complaintAbout(version)).toBeUndefined();
    },
  );

  it.each(['24.14.9', '24.9.0', '20.20.2', '18.0.0', '9.15.0', '4', 'nonsense'])(
    'refuses Node %s',
    (version) => {
      const complaint = complaintAbout(version);
      expect(complaint).toContain(NODE_FLOOR);
      expect(complaint).toContain(`this is ${version}`);
      expect(complaint).toContain('install');
    },
  );

  it('holds the floor that the package declares', () => {
    const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      engines: { node: string };
    };
    expect(`${engines.node}.0`).toBe(`>=${NODE_FLOOR}`);
  });
});
