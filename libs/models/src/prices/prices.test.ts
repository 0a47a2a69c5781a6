import { getEventListeners } from 'node:events';

import { describe, expect, it } from '@jest/globals';
import type { Warning } from '@coagent8/contracts';

import { listUnreachable } from './errors.js';
import { PRICES_FRESH_MS, PRICES_LIMIT_FRESH_MS, PRICES_RETRY_MS } from './plan-price-read.js';
import type { PriceQuery } from './price-facts.js';
import type { PriceListEntry } from './price-list.js';
import { PUBLIC_PRICE_LIST } from './price-source.js';
import { FAILURE_MAX_CHARACTERS, pricesToStore } from './price-store.js';
import type { PriceFailure, PriceStore, StoredPrices } from './price-store.js';
import { createPrices } from './prices.js';

const START_MS = Date.UTC(2026, 0, 31);
const SOURCE = 'https://prices.example/list';
const FULL: Warning = { code: 'STORE_FAILED', message: 'the disk is full' };

/** A store in memory, which may refuse to keep. */
function createMemoryStore() {
  const state: { stored?: StoredPrices; failed?: PriceFailure; refuses: boolean } = { refuses: false };
  const refused = () => ({ isKept: false, warnings: [FULL] });
  const kept = () => ({ isKept: true, warnings: [] });
  const store: PriceStore = {
    readPrices: async (source) => ({
      ...(state.stored?.source === source && { stored: state.stored }),
      ...(state.failed?.source === source && { failed: state.failed }),
      warnings: [],
    }),
    keepPrices: async (read) => {
      const stored = pricesToStore(read, state.stored);
      if (state.refuses) return { stored, ...refused() };
      state.stored = stored;
      delete state.failed;
      return { stored, ...kept() };
    },
    keepPriceFailure: async (failed) => {
      if (state.refuses) return refused();
      state.failed = failed;
      return kept();
    },
  };
  return { state, store };
}

/** Prices with a clock and a list of ours. */
function createWorld({ source }: { readonly source?: string } = { source: SOURCE }) {
  const { state, store } = createMemoryStore();
  const world = { nowMs: START_MS, list: [{ name: 'v/swift-4', outputUsdPerMillion: 10 }], isDown: false };
  const waiting: (() => void)[] = [];
  const reads: string[] = [];
  let isHeld = false;
  const readList = async (request: { readonly source: string }): Promise<readonly PriceListEntry[]> => {
    reads.push(request.source);
    if (isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
    if (world.isDown) throw listUnreachable('https://prices.example/list', { code: 'ECONNREFUSED' });
    return world.list;
  };
  const wallClock = () => world.nowMs;
  const create = () => createPrices({ store, source, wallClock, readList });
  return {
    ...{ world, state, reads, create, prices: create() },
    hold: () => (isHeld = true),
    letGo: () => {
      isHeld = false;
      for (const go of waiting.splice(0)) go();
    },
  };
}

const query = (needed: readonly string[], more: Partial<PriceQuery> = {}): PriceQuery => ({
  needed,
  offered: [],
  hasLimit: false,
  signal: new AbortController().signal,
  ...more,
});
const settle = async () => void (await new Promise((resolve) => setImmediate(resolve)));

describe('createPrices', () => {
  it('waits for the first list, stores what is needed and offered, and gives evidence', async () => {
    const { prices, state, world } = createWorld();
    const facts = await prices.read(query(['swift-4'], { offered: ['other'] }));
    expect(facts).toMatchObject({
      source: SOURCE,
      readAt: '2026-01-31T00:00:00.000Z',
      isStale: false,
      warnings: [],
    });
    expect(facts.priceOf('Swift-4')).toEqual({
      outputUsdPerMillion: 10,
      entry: 'v/swift-4',
      match: 'exact',
      source: SOURCE,
      readAt: '2026-01-31T00:00:00.000Z',
      ageMs: 0,
    });
    expect(facts.priceOf('other')).toBeUndefined();
    expect(state.stored?.models.get('other')).toBeNull();
    world.nowMs += 5;
    expect((await prices.read(query(['swift-4']))).priceOf('swift-4')?.ageMs).toBe(5);
  });

  it('knows the price of a model that nobody asked for, as long as this process has read the list itself', async () => {
    const { prices, create, world } = createWorld();
    world.list = [...world.list, { name: 'v/dear-9', outputUsdPerMillion: 90 }];
    const facts = await prices.read(query(['swift-4']));
    expect(facts.priceOf('dear-9')).toMatchObject({ outputUsdPerMillion: 90, source: SOURCE, ageMs: 0 });
    world.nowMs += PRICES_FRESH_MS;
    world.isDown = true;
    await prices.read(query(['swift-4']));
    await prices.settled();
    const later = await prices.read(query(['swift-4']));
    expect(later.priceOf('dear-9')).toMatchObject({ outputUsdPerMillion: 90, ageMs: PRICES_FRESH_MS });
    expect((await create().read(query([]))).priceOf('dear-9')).toBeUndefined();
  });

  it('reads the public list where no other is named', async () => {
    const { prices, reads } = createWorld({});
    expect((await prices.read(query([]))).source).toBe(PUBLIC_PRICE_LIST);
    expect(reads).toEqual([PUBLIC_PRICE_LIST]);
  });

  it('uses a stored list at once, and reads it again in the background after a day', async () => {
    const { prices, world, reads, hold, letGo } = createWorld();
    await prices.read(query(['swift-4']));
    world.list = [{ name: 'swift-4', outputUsdPerMillion: 20 }];
    world.nowMs += PRICES_FRESH_MS - 1;
    await prices.read(query(['swift-4'], { hasLimit: true }));
    expect(reads).toHaveLength(1);
    world.nowMs += 1;
    hold();
    const stale = await prices.read(query(['swift-4']));
    expect([stale.isStale, stale.priceOf('swift-4')?.outputUsdPerMillion]).toEqual([true, 10]);
    expect(reads).toHaveLength(2);
    letGo();
    await prices.settled();
    const fresh = await prices.read(query(['swift-4']));
    expect([fresh.isStale, fresh.priceOf('swift-4')?.outputUsdPerMillion]).toEqual([false, 20]);
    expect(reads).toHaveLength(2);
  });

  it('waits with a limit where the list is a week old, and without one it does not', async () => {
    const { prices, world } = createWorld();
    await prices.read(query(['swift-4']));
    world.list = [{ name: 'swift-4', outputUsdPerMillion: 20 }];
    world.nowMs += PRICES_LIMIT_FRESH_MS;
    const limited = await prices.read(query(['swift-4'], { hasLimit: true }));
    expect(limited.priceOf('swift-4')?.outputUsdPerMillion).toBe(20);
  });

  it('waits for a list that is a day old where a fresh one is asked for, and not again after a failure', async () => {
    const { prices, world, reads } = createWorld();
    await prices.read(query(['swift-4']));
    world.list = [{ name: 'swift-4', outputUsdPerMillion: 20 }];
    world.nowMs += PRICES_FRESH_MS - 1;
    await prices.read(query(['swift-4'], { isFresh: true }));
    expect(reads).toHaveLength(1);
    world.nowMs += 1;
    const fresh = await prices.read(query(['swift-4'], { isFresh: true }));
    expect([fresh.isStale, fresh.priceOf('swift-4')?.outputUsdPerMillion]).toEqual([false, 20]);
    expect(reads).toHaveLength(2);
    world.nowMs += PRICES_FRESH_MS;
    world.isDown = true;
    for (let call = 0; call < 2; call++) {
      const failed = await prices.read(query(['swift-4'], { isFresh: true }));
      expect(failed).toMatchObject({ isStale: true, warnings: [{ code: 'PRICES_UNAVAILABLE' }] });
    }
    expect(reads).toHaveLength(3);
    world.nowMs += PRICES_RETRY_MS;
    await prices.read(query(['swift-4'], { isFresh: true }));
    expect(reads).toHaveLength(4);
  });

  it('waits for a list that is still to come by a clock that was set back, where a fresh one is asked for', async () => {
    const { prices, world, reads } = createWorld();
    await prices.read(query(['swift-4']));
    world.nowMs -= 365 * PRICES_FRESH_MS;
    expect((await prices.read(query(['swift-4'], { isFresh: true }))).isStale).toBe(false);
    expect(reads).toHaveLength(2);
  });

  it('waits for a model that was never looked up, once', async () => {
    const { prices, reads } = createWorld();
    await prices.read(query(['swift-4']));
    await prices.read(query(['new']));
    await prices.read(query(['new', 'swift-4']));
    await prices.read(query([], { offered: ['newer'] }));
    expect(reads).toHaveLength(2);
  });

  it('shares one read among calls at once, also for names that come while it is under way', async () => {
    const { prices, reads, state, hold, letGo } = createWorld();
    hold();
    const calls = Promise.all(['a', 'b', 'c'].map((name) => prices.read(query([name]))));
    await settle();
    expect(reads).toHaveLength(1);
    letGo();
    await calls;
    expect(reads).toHaveLength(1);
    expect([...(state.stored?.models.keys() ?? [])]).toEqual(['a', 'b', 'c']);
  });

  it('lets one call go by its signal, and the read go on for the others', async () => {
    const { prices, hold, letGo } = createWorld();
    hold();
    const controller = new AbortController();
    const leaves = prices.read(query(['swift-4'], { signal: controller.signal }));
    const stays = prices.read(query(['swift-4']));
    await settle();
    controller.abort(new Error('enough'));
    await expect(leaves).rejects.toThrow('enough');
    letGo();
    expect((await stays).priceOf('swift-4')).toBeDefined();
    await expect(prices.read(query([], { signal: controller.signal }))).rejects.toThrow('enough');
  });

  it('settles when no read is under way any more', async () => {
    const { prices, state, hold, letGo } = createWorld();
    await prices.settled();
    hold();
    const controller = new AbortController();
    const call = prices.read(query(['swift-4'], { signal: controller.signal }));
    await settle();
    controller.abort(new Error('enough'));
    await expect(call).rejects.toThrow('enough');
    expect(state.stored).toBeUndefined();
    letGo();
    await prices.settled();
    expect(state.stored?.models.has('swift-4')).toBe(true);
  });

  it('says why there are no prices, and tries again after five minutes, whichever process', async () => {
    const { prices, create, world, reads } = createWorld();
    world.isDown = true;
    const facts = await prices.read(query(['swift-4'], { hasLimit: true }));
    expect(facts.readAt).toBeUndefined();
    expect(facts.isStale).toBe(false);
    expect(facts.warnings).toEqual([
      {
        code: 'PRICES_UNAVAILABLE',
        message:
          'the price list https://prices.example/list is not usable: the connection failed (ECONNREFUSED); ' +
          'check the connection, or set COAGENT8_PRICES_URL to another list; no prices are known',
      },
    ]);
    world.isDown = false;
    world.nowMs += PRICES_RETRY_MS - 1;
    expect((await create().read(query(['swift-4']))).warnings).toHaveLength(1);
    expect(reads).toHaveLength(1);
    world.nowMs += 1;
    const again = await create().read(query(['swift-4']));
    expect([again.warnings, again.priceOf('swift-4')?.outputUsdPerMillion]).toEqual([[], 10]);
    expect((await prices.read(query(['swift-4']))).warnings).toEqual([]);
  });

  it('keeps no longer account of a failure than it would take from the disk', async () => {
    const { store, state } = createMemoryStore();
    const readList = () => Promise.reject(new Error('x'.repeat(FAILURE_MAX_CHARACTERS + 1)));
    await createPrices({ store, source: SOURCE, readList }).read(query([]));
    expect(state.failed?.failure).toHaveLength(FAILURE_MAX_CHARACTERS);
  });

  it('keeps stored prices when a later read fails', async () => {
    const { prices, world } = createWorld();
    await prices.read(query(['swift-4']));
    world.isDown = true;
    world.nowMs += PRICES_LIMIT_FRESH_MS;
    const facts = await prices.read(query(['swift-4'], { hasLimit: true }));
    expect(facts.priceOf('swift-4')?.outputUsdPerMillion).toBe(10);
    expect(facts.isStale).toBe(true);
    expect(facts.warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining('prices are those read at 2026-01-31T00:00:00.000Z'),
    ]);
  });

  it('tells of a failure no longer than it keeps a read from being tried', async () => {
    const { prices, world } = createWorld();
    await prices.read(query(['swift-4']));
    world.isDown = true;
    expect((await prices.read(query(['odd-9']))).warnings).toHaveLength(1);
    world.nowMs += PRICES_RETRY_MS - 1;
    expect((await prices.read(query(['swift-4']))).warnings).toHaveLength(1);
    world.nowMs += 1;
    expect((await prices.read(query(['swift-4']))).warnings).toEqual([]);
  });

  it('remembers in this process what the disk does not take, and says so each time', async () => {
    const { prices, world, state, reads } = createWorld();
    state.refuses = true;
    const facts = await prices.read(query(['swift-4']));
    expect(facts.priceOf('swift-4')?.outputUsdPerMillion).toBe(10);
    expect((await prices.read(query(['swift-4']))).warnings).toEqual([FULL]);
    expect(reads).toHaveLength(1);
    world.isDown = true;
    const failing = await prices.read(query(['new']));
    expect(failing.warnings.map(({ code }) => code)).toEqual(['STORE_FAILED', 'PRICES_UNAVAILABLE']);
    expect(failing.priceOf('swift-4')?.outputUsdPerMillion).toBe(10);
    await prices.read(query(['new']));
    expect(reads).toHaveLength(2);
    world.isDown = false;
    state.refuses = false;
    world.nowMs += PRICES_RETRY_MS;
    expect((await prices.read(query(['new']))).warnings).toEqual([]);
  });

  it('goes by what it read itself where the disk keeps only what was read before', async () => {
    const { prices, world, state } = createWorld();
    await prices.read(query(['swift-4']));
    world.list = [{ name: 'swift-4', outputUsdPerMillion: 20 }];
    world.nowMs += PRICES_LIMIT_FRESH_MS;
    state.refuses = true;
    const facts = await prices.read(query(['swift-4'], { hasLimit: true }));
    expect(facts.priceOf('swift-4')?.outputUsdPerMillion).toBe(20);
    expect(facts.isStale).toBe(false);
  });

  it('leaves nothing behind at the signal of a call', async () => {
    const { prices } = createWorld();
    const { signal } = new AbortController();
    await prices.read(query(['swift-4'], { signal }));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('uses what it read itself where another process keeps another list', async () => {
    const { prices, state, reads } = createWorld();
    await prices.read(query(['swift-4']));
    state.stored = { source: 'other', readAtMs: START_MS, models: new Map() };
    expect((await prices.read(query(['swift-4']))).priceOf('swift-4')?.outputUsdPerMillion).toBe(10);
    expect(reads).toHaveLength(1);
  });

  it('does not use what is stored of another list', async () => {
    const { prices, state, reads } = createWorld();
    state.stored = { source: 'other', readAtMs: START_MS, models: new Map([['swift-4', null]]) };
    state.failed = { source: 'other', failedAtMs: START_MS, failure: 'no' };
    expect((await prices.read(query(['swift-4']))).priceOf('swift-4')?.outputUsdPerMillion).toBe(10);
    expect(reads).toHaveLength(1);
  });

  it('holds with a clock that was set back', async () => {
    const { prices, world, reads } = createWorld();
    await prices.read(query(['swift-4']));
    world.nowMs -= 365 * PRICES_FRESH_MS;
    const facts = await prices.read(query(['swift-4']));
    expect(facts.priceOf('swift-4')?.ageMs).toBe(0);
    expect(facts.isStale).toBe(true);
    await prices.settled();
    expect((await prices.read(query(['swift-4']))).isStale).toBe(false);
    expect(reads).toHaveLength(2);
  });

  it('does not read for ever for a name that is not kept', async () => {
    const { prices, reads } = createWorld();
    await prices.read(query(Array.from({ length: 6_000 }, (_, index) => `m${index}`)));
    expect(reads).toHaveLength(2);
  });
});
