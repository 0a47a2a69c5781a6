import { utimes } from 'node:fs/promises';
import { join } from 'node:path';

import { CoAgentError } from '@coagent8/contracts';
import type { Warning } from '@coagent8/contracts';
import type { CatalogStore, ModelCatalog, StoredCatalog } from '@coagent8/models';
import { createTempWorkspace } from '@coagent8/testing';
import { describe, expect, it, jest } from '@jest/globals';

import type { Backend, CatalogInputs } from '../src/backend.js';
import { catalogKey } from '../src/catalog-key.js';
import {
  CATALOG_STORE_TTL_MS,
  CATALOG_TIMEOUT_MS,
  createCatalogs,
  RESOLVED_NAMES_MAX,
} from '../src/catalogs.js';
import type { CatalogRequest } from '../src/catalogs.js';
import { PROBE_TTL_MS } from '../src/probe-cache.js';
import { watchAbort } from '../src/wait.js';

const READ_AT_MS = 1_000_000_000_000;
/** No path at all: to look for it takes no time, so that a turn of the event loop brings every call to its load. */
const NOWHERE = '\0';
const allWait = () => new Promise(setImmediate);

const catalogOf = (...ids: string[]): ModelCatalog => ({
  models: ids.map((id) => ({
    ...{ id, aliases: [], variants: [], efforts: [], isEffortRequired: false, isDefault: false },
  })),
  isComplete: true,
});
const stored = (change: Partial<StoredCatalog> = {}): StoredCatalog => ({
  catalog: catalogOf('stored'),
  readAtMs: READ_AT_MS,
  resolvedNames: {},
  ...change,
});

/** What a stage may be given beside a backend. */
interface StoreOptions {
  readonly found?: StoredCatalog;
  readonly failing?: Warning;
  /** Settles when the store lets anything be kept. Default: at once. */
  readonly free?: Promise<unknown>;
}

/** A disk in memory. */
function createStore({ found, failing, free }: StoreOptions = {}) {
  const warnings = failing === undefined ? [] : [failing];
  const kept = new Map<string, StoredCatalog>();
  const store: CatalogStore = {
    readCatalog: async (key) => {
      const one = failing === undefined ? (kept.get(key) ?? found) : undefined;
      return one === undefined ? { warnings } : { stored: one, warnings };
    },
    keepCatalog: async (key, one) => {
      await free;
      kept.set(key, one);
      return warnings;
    },
  };
  return { store, kept };
}

/** A backend that lists `model-1`, then `model-2` …, unless `listModels` says otherwise. */
function createStage({
  found,
  failing,
  free,
  ...own
}: StoreOptions & Partial<Pick<Backend, 'listModels' | 'resolveModel'>> = {}) {
  const { store, kept } = createStore({
    ...(found === undefined ? {} : { found }),
    ...(failing === undefined ? {} : { failing }),
    ...(free === undefined ? {} : { free }),
  });
  let [time, wallTime, lists] = [0, READ_AT_MS, 0];
  const listModels = jest.fn(own.listModels ?? (async () => catalogOf(`model-${(lists += 1)}`)));
  const resolveModel = jest.fn(own.resolveModel ?? (async ({ model }) => `${model}-resolved`));
  const backend: Backend = {
    id: 'claude',
    locate: () => Promise.reject(new Error('not asked')),
    examine: () => Promise.reject(new Error('not asked')),
    catalogInputs: async () => ({ files: [], variables: {} }),
    readQuota: () => Promise.reject(new Error('not asked')),
    startTurn: () => {
      throw new Error('not asked');
    },
    listModels,
    resolveModel,
  };
  const request = (change: Partial<CatalogRequest> = {}): CatalogRequest => ({
    backend,
    executable: { path: NOWHERE, source: 'path' },
    workspacePath: '/nowhere',
    environment: { variables: {}, platform: 'linux', homeDirectory: '/nowhere', workingDirectory: '/' },
    passVariables: [],
    signal: new AbortController().signal,
    ...change,
  });
  const catalogs = createCatalogs({ store, now: () => time, wallClock: () => wallTime });
  return {
    ...{ catalogs, backend, kept, listModels, resolveModel, request },
    read: async (change?: Partial<CatalogRequest>) => catalogs.read(request(change)),
    first: async (change?: Partial<CatalogRequest>) =>
      (await catalogs.read(request(change))).catalog.models[0]?.id,
    resolve: (model: string, change?: Partial<CatalogRequest>) =>
      catalogs.resolve({ ...request(change), model }),
    at: (monotonicMs: number, wallMs = READ_AT_MS + monotonicMs) => {
      [time, wallTime] = [monotonicMs, wallMs];
    },
  };
}

/** Hangs until it is aborted, and settles a while later. */
function createHanging() {
  const signals: AbortSignal[] = [];
  const state = { settled: false };
  const hang = async ({ signal }: { signal: AbortSignal }): Promise<never> => {
    signals.push(signal);
    const abort = watchAbort(signal);
    try {
      return await abort.happened;
    } finally {
      await Promise.resolve();
      state.settled = true;
    }
  };
  return { hang, signals, state };
}

describe('a catalog', () => {
  it('is served from memory for five minutes, then from the disk, where nothing is asked', async () => {
    const { first, at, listModels, kept } = createStage();
    expect(await first()).toBe('model-1');
    at(PROBE_TTL_MS - 1);
    const [stamp] = kept.keys();
    kept.set(stamp ?? '', stored());
    expect(await first()).toBe('model-1');
    at(PROBE_TTL_MS);
    expect(await first()).toBe('stored');
    expect(listModels).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['is served from the disk up to a day', CATALOG_STORE_TTL_MS - 1, 'stored'],
    ['is asked for again after a day', CATALOG_STORE_TTL_MS, 'model-1'],
    ['from the future is asked for again: the clock was set back', -1, 'model-1'],
  ])('%s', async (_, ageMs, id) => {
    const { first, at } = createStage({ found: stored() });
    at(0, READ_AT_MS + ageMs);
    expect(await first()).toBe(id);
  });

  it('says when it was read, and is stored as it was read', async () => {
    const { read, kept, at } = createStage();
    at(5);
    const reading = await read();
    expect(reading).toEqual({ catalog: catalogOf('model-1'), readAtMs: READ_AT_MS + 5, warnings: [] });
    expect([...kept.values()]).toEqual([
      { catalog: reading.catalog, readAtMs: reading.readAtMs, resolvedNames: {} },
    ]);
  });

  it.each([
    ['an agent', { listModels: async () => catalogOf('sound', 'un sound', '-flag', 'e\u001b[31m') }],
    ['the disk', { found: stored({ catalog: catalogOf('sound', 'un sound') }) }],
  ])('holds nothing impossible that %s says', async (_, own) => {
    expect((await createStage(own).read()).catalog).toEqual(catalogOf('sound'));
  });

  it('is asked for once where many miss together', async () => {
    const { first, listModels } = createStage();
    expect(await Promise.all([first(), first(), first()])).toEqual(['model-1', 'model-1', 'model-1']);
    expect(listModels).toHaveBeenCalledTimes(1);
  });

  it('is asked for in any case where it is to be fresh, and replaces memory and disk', async () => {
    const { first, kept, listModels } = createStage();
    await first();
    expect(await Promise.all([first({ isFresh: true }), first({ isFresh: true })])).toEqual([
      'model-2',
      'model-2',
    ]);
    expect(await first()).toBe('model-2');
    expect([...kept.values()].map(({ catalog }) => catalog.models[0]?.id)).toEqual(['model-2']);
    expect(listModels).toHaveBeenCalledTimes(2);
  });

  it('is not taken from a fresh read that failed', async () => {
    const { first, listModels } = createStage();
    await first();
    listModels.mockRejectedValueOnce(new Error('broken'));
    await expect(first({ isFresh: true })).rejects.toThrow('broken');
    expect(await first()).toBe('model-1');
  });

  it('that failed is asked for again', async () => {
    const { first, listModels, kept } = createStage();
    listModels.mockRejectedValueOnce(new Error('broken'));
    await expect(first()).rejects.toThrow('broken');
    expect(kept.size).toBe(0);
    expect(await first()).toBe('model-1');
  });

  it('goes on being read for the second of two when the first leaves', async () => {
    const answer = Promise.withResolvers<ModelCatalog>();
    const asked = Promise.withResolvers<AbortSignal>();
    const { first } = createStage({
      listModels: ({ signal }) => {
        asked.resolve(signal);
        return answer.promise;
      },
    });
    const leaving = new AbortController();
    const calls = [first({ signal: leaving.signal }), first()];
    const signal = await asked.promise;
    await allWait();
    leaving.abort(new Error('left'));
    await expect(calls[0]).rejects.toThrow('left');
    expect(signal.aborted).toBe(false);
    answer.resolve(catalogOf('late'));
    expect(await calls[1]).toBe('late');
  });

  it('stops being read when nobody waits, who then waits for the agent to end', async () => {
    const { hang, signals, state } = createHanging();
    const { first } = createStage({ listModels: hang });
    const leaving = new AbortController();
    const call = first({ signal: leaving.signal });
    await allWait();
    leaving.abort(new Error('left'));
    await expect(call).rejects.toThrow('left');
    expect([signals[0]?.aborted, state.settled]).toEqual([true, true]);
  });

  it('is kept by a store that takes its time, for which nobody who leaves waits', async () => {
    const { promise: free, resolve: letGo } = Promise.withResolvers<void>();
    const { read, resolve, listModels, resolveModel, kept } = createStage({ found: stored(), free });
    const asked = (agent: typeof listModels | typeof resolveModel) =>
      expect(agent.mock.results[0]?.value).resolves.toBeDefined();
    const leaving = new AbortController();
    const left = [
      read({ isFresh: true, signal: leaving.signal }),
      resolve('odd', { signal: leaving.signal }),
    ];
    const settled = Promise.allSettled(left);
    while (listModels.mock.calls.length + resolveModel.mock.calls.length < 2) await allWait();
    await Promise.all([asked(listModels), asked(resolveModel)]);
    await allWait();
    leaving.abort(new CoAgentError('ABORTED', 'left'));
    expect(await settled).toMatchObject([{ reason: { message: 'left' } }, { reason: { message: 'left' } }]);
    expect(kept.size).toBe(0);
    letGo();
    await allWait();
    expect(kept.size).toBe(1);
  });

  it('is known with a warning where it cannot be stored', async () => {
    const failing: Warning = { code: 'STORE_FAILED', message: 'the disk is full' };
    const { read, listModels } = createStage({ failing });
    expect(await read()).toMatchObject({ catalog: catalogOf('model-1'), warnings: [failing, failing] });
    await read();
    expect(listModels).toHaveBeenCalledTimes(1);
  });
});

describe('an agent that hangs', () => {
  it('keeps a name with the catalog as it is by the time that the agent has said it', async () => {
    const said = Promise.withResolvers<string>();
    const { read, resolve, kept, resolveModel } = createStage({ resolveModel: () => said.promise });
    await read();
    const resolving = resolve('odd');
    while (resolveModel.mock.calls.length === 0) await allWait();
    await read({ isFresh: true });
    said.resolve('odd-1');
    expect(await resolving).toBe('odd-1');
    expect([...kept.values()]).toMatchObject([
      { catalog: { models: [{ id: 'model-2' }] }, resolvedNames: { odd: 'odd-1' } },
    ]);
  });

  it.each(['read', 'resolve'] as const)('is given up at its limit where %s waits', async (what) => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'performance'] });
    try {
      const { hang, signals, state } = createHanging();
      const { catalogs, request } = createStage({ listModels: hang, resolveModel: hang });
      const call = catalogs[what]({ ...request(), model: 'x' });
      call.catch(() => undefined);
      await allWait();
      jest.advanceTimersByTime(CATALOG_TIMEOUT_MS - 1);
      expect(signals[0]?.aborted).toBe(false);
      jest.advanceTimersByTime(1);
      await expect(call).rejects.toMatchObject({
        code: 'TIMEOUT',
        message: expect.stringContaining('claude'),
        details: { backend: 'claude', timeoutMs: CATALOG_TIMEOUT_MS },
      });
      expect(state.settled).toBe(true);
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('the key of a catalog', () => {
  const keyOf = async (
    executable: string,
    { files = [], variables = {} }: Partial<CatalogInputs> = {},
    id: Backend['id'] = 'codex',
  ) =>
    catalogKey({
      backend: { id, catalogInputs: async () => ({ files, variables }) },
      executable: { path: executable, source: 'path' },
      environment: { variables: {}, platform: 'linux', homeDirectory: '/', workingDirectory: '/' },
      passVariables: [],
    });

  it('changes with agent, executable, settings and variables, and with nothing else', async () => {
    const folder = await createTempWorkspace({ files: { agent: '1', settings: '1' } });
    const [agent, settings] = [join(folder.path, 'agent'), join(folder.path, 'settings')];
    const inputs = { files: [settings], variables: { A: '1', B: '2' } };
    const key = await keyOf(agent, inputs);
    expect(await keyOf(agent, { ...inputs, variables: { B: '2', A: '1' } })).toBe(key);
    const others = [
      await keyOf(agent, inputs, 'agy'),
      await keyOf(settings, inputs),
      await keyOf(agent, { ...inputs, files: [] }),
      await keyOf(agent, { ...inputs, variables: { A: '1', B: '3' } }),
      await keyOf(agent, { ...inputs, variables: { A: '1' } }),
    ];
    await utimes(settings, 1, 1);
    others.push(await keyOf(agent, inputs));
    await folder.write('agent', 'longer');
    others.push(await keyOf(agent, inputs));
    expect(new Set([key, ...others]).size).toBe(8);
    await folder.remove();
  });

  it('tells nothing of what it is made from', async () => {
    expect(await keyOf('/nowhere', { variables: { KEY: 'secret' } })).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('a name that no catalog lists', () => {
  it('is resolved once, and kept with the catalog', async () => {
    const { read, resolve, resolveModel, kept, at } = createStage();
    await read();
    expect(await Promise.all([resolve('big'), resolve('big')])).toEqual(['big-resolved', 'big-resolved']);
    at(PROBE_TTL_MS);
    expect(await resolve('big')).toBe('big-resolved');
    expect(resolveModel).toHaveBeenCalledTimes(1);
    expect([...kept.values()].map(({ resolvedNames }) => resolvedNames)).toEqual([{ big: 'big-resolved' }]);
    at(CATALOG_STORE_TTL_MS);
    await resolve('big');
    expect(resolveModel).toHaveBeenCalledTimes(2);
  });

  it('is what every object has, all the same', async () => {
    const { read, resolve } = createStage();
    await read();
    for (const name of ['constructor', '__proto__', '__proto__']) {
      expect(await resolve(name)).toBe(`${name}-resolved`);
    }
  });

  it('is itself where the agent says nothing possible, or cannot be asked', async () => {
    const { resolve, backend } = createStage({ resolveModel: async () => 'no name' });
    expect(await resolve('big')).toBe('big');
    const { resolveModel: _, ...without } = backend;
    expect(await resolve('big', { backend: without })).toBe('big');
  });

  it('is asked for again after a failure, and where it is to be fresh', async () => {
    const { resolve, resolveModel, read } = createStage();
    await read();
    resolveModel.mockRejectedValueOnce(new Error('broken'));
    await expect(resolve('big')).rejects.toThrow('broken');
    await resolve('big');
    await resolve('big', { isFresh: true });
    expect(resolveModel).toHaveBeenCalledTimes(3);
  });

  it('makes room for the newest', async () => {
    const full = Object.fromEntries(
      Array.from({ length: RESOLVED_NAMES_MAX }, (_, index) => [`name-${index}`, 'x']),
    );
    const { resolve, kept } = createStage({ found: stored({ resolvedNames: full }) });
    await resolve('name-0');
    expect(kept.size).toBe(0);
    await resolve('big');
    const [names = {}] = [...kept.values()].map(({ resolvedNames }) => resolvedNames);
    expect([Object.keys(names).length, names['name-0'], names['big']]).toEqual([
      RESOLVED_NAMES_MAX,
      undefined,
      'big-resolved',
    ]);
  });
});
