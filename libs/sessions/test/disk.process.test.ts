import { spawnSync } from 'node:child_process';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { createSessionStore } from '../src/index.js';
import { endFixtures, startFixture } from './fixture-process.js';
import { createTemporaryRoot, placesIn } from './temporary-places.js';

const WORKSPACE = '/srv/here';
/** A disk of its own needs namespaces, which some machines forbid. */
const canMount = spawnSync('unshare', ['-rm', 'true']).status === 0;

let temporary: ReturnType<typeof createTemporaryRoot>;
beforeEach(() => {
  temporary = createTemporaryRoot();
});
afterEach(async () => {
  await endFixtures();
  temporary.remove();
});

/** What a fixture tells, whose data root was mounted so for it alone. */
async function toldOn(mount: string, name: string): Promise<readonly unknown[]> {
  const { nextLine } = startFixture({ name, mount }, temporary.root, WORKSPACE);
  const told: unknown[] = [];
  for (let line = await nextLine(); line !== undefined; line = await nextLine()) told.push(JSON.parse(line));
  return told;
}

(canMount ? describe : describe.skip)('a disk', () => {
  it('that is full stops a turn before it begins, tears no record, and is forgotten when there is room', async () => {
    const told = await toldOn('mount -t tmpfs -o size=200k none "$0"', 'meet-full-disk');
    const full = {
      code: 'PROCESS_ERROR',
      message: expect.stringContaining('ENOSPC'),
      remedy: expect.stringContaining('free space on the disk'),
    };
    expect(told.slice(0, 3)).toEqual([full, full, ['running']]);
    expect(told.slice(3)).toEqual([
      { settled: [expect.any(String)], removedFiles: expect.any(Number), problems: [] },
      2,
    ]);
  });

  it('that fills up during a turn costs its history and no answer, and tears no line', async () => {
    const told = await toldOn('mount -t tmpfs -o size=400k none "$0"', 'fill-history');
    expect(told).toEqual([
      [{ code: 'STORE_FAILED', message: expect.stringContaining('ENOSPC') }],
      { state: 'answered', lastByte: 10, damagedLines: 0, first: 'request' },
    ]);
  });

  it('that cannot be written is read all the same, and stops a turn before it begins', async () => {
    const store = createSessionStore({ places: placesIn(temporary.root), now: Date.now });
    const lease = await store.leases.begin({ workspace: WORKSPACE, backend: 'codex', profile: 'read-only' });
    const result = { text: 'The answer.', isPartial: false, isTruncated: false };
    await lease.end({ step: 'answer', result });
    await store.leases.begin({ workspace: WORKSPACE, backend: 'codex', profile: 'read-only' });
    await store.close(lease.record().handle, { workspace: WORKSPACE, deletesHistory: false });
    store.end();
    const told = await toldOn(
      'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0"',
      'meet-read-only-disk',
    );
    const refused = expect.stringContaining('EROFS');
    expect(told).toEqual([
      'closed',
      'The answer.',
      { settled: [], removedFiles: 0, problems: expect.arrayContaining([refused]) },
      { code: 'PROCESS_ERROR', message: refused, remedy: expect.stringContaining('may read and write') },
    ]);
  });
});
