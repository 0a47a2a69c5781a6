import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { describe, expect, it } from '@jest/globals';

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));

describe('@coagent8/security', () => {
  it('loads secretlint at the first redaction, not at its import, and without its profiler', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--conditions=@coagent8/source',
      `--import=${new URL('fixtures/resolve-ts.mjs', import.meta.url).href}`,
      fixture('loaded-secretlint.mjs'),
    ]);
    const { before, after, marks } = JSON.parse(stdout);
    expect(before).toBe(0);
    expect(after).toBeGreaterThan(0);
    expect(marks).toBe(0);
  });
});
