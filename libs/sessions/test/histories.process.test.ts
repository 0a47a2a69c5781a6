import { mkdirSync, readdirSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { createSessionStore, HISTORY_TOTAL_MAX_BYTES, parseSessionHandle } from '../src/index.js';
import type { SessionPlaces, SessionStore } from '../src/index.js';
import { endFixtures, startFixture } from './fixture-process.js';
import { handleOf } from './made-up-records.js';
import { createTemporaryRoot, placesIn } from './temporary-places.js';

const WORKSPACE = '/srv/here';

let temporary: ReturnType<typeof createTemporaryRoot>;
let places: SessionPlaces;
let store: SessionStore;
beforeEach(() => {
  temporary = createTemporaryRoot();
  places = placesIn(temporary.root);
  store = createSessionStore({ places, now: Date.now });
});
afterEach(async () => {
  await endFixtures();
  store.end();
  temporary.remove();
});

/** What all archives take, in bytes. */
const taken = () =>
  readdirSync(places.historyDirectory).reduce(
    (sum, name) =>
      sum + (statSync(join(places.historyDirectory, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );

describe('a server that is killed while it writes a history', () => {
  it.each([0, 20, 60])(
    'leaves whole lines, and the next turn goes on behind them (after %i ms)',
    async (ms) => {
      const server = startFixture('write-history', temporary.root, WORKSPACE, '100000');
      const handle = parseSessionHandle((await server.nextLine()) ?? '');
      // Any moment will do: it is not waited for, only varied.
      await delay(ms);
      await server.end('SIGKILL');
      const lease = await store.leases.continue({ handle, workspace: WORKSPACE, profile: 'read-only' });
      const writer = store.writeHistory(lease.record());
      writer.request('And now?');
      expect(await writer.end('answered')).toEqual([]);
      let page = await store.readHistory(handle, { workspace: WORKSPACE, limit: 100 });
      let damaged = page.damagedLines;
      while (page.nextCursor) {
        page = await store.readHistory(handle, { workspace: WORKSPACE, limit: 100, cursor: page.nextCursor });
        damaged += page.damagedLines;
      }
      expect(damaged).toBe(0);
      expect(page.events.slice(-2)).toMatchObject([{ text: 'And now?', turn: 2 }, { kind: 'end' }]);
    },
  );
});

describe('four servers', () => {
  it('share the room for histories, none of them loses a line, and together they take no more', async () => {
    mkdirSync(places.historyDirectory, { recursive: true });
    for (const digit of '0123456789') {
      const path = join(places.historyDirectory, `${handleOf(digit)}.jsonl`);
      writeFileSync(path, '');
      truncateSync(path, 10 * 1024 * 1024);
      utimesSync(path, 1, 1);
    }
    const servers = Array.from({ length: 4 }, () =>
      startFixture('write-history', temporary.root, WORKSPACE, '20000'),
    );
    const handles = await Promise.all(servers.map(async ({ nextLine }) => (await nextLine()) ?? ''));
    let most = 0;
    let areDone = false;
    const ends = Promise.all(servers.map(({ nextLine }) => nextLine())).finally(() => {
      areDone = true;
    });
    while (!areDone) {
      most = Math.max(most, taken());
      await delay(5);
    }
    expect(await ends).toEqual(['[]', '[]', '[]', '[]']);
    expect(most).toBeLessThanOrEqual(HISTORY_TOTAL_MAX_BYTES);
    expect(taken()).toBeGreaterThan(4 * 20_000 * 50);
    for (const handle of handles) {
      const page = await store.readHistory(parseSessionHandle(handle), { workspace: WORKSPACE });
      expect([page.damagedLines, page.totalBytes > 20_000 * 50]).toEqual([0, true]);
    }
  }, 60_000);
});
