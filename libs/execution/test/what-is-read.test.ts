import { describe, expect, it } from '@jest/globals';

import { three, workspaceForEach } from './three-agents.js';

const { configure, run } = workspaceForEach();

describe('what is read for a turn', () => {
  it('is one catalog where nothing narrows the choice', async () => {
    const { catalogsRead, turns, outcome } = await run(three);
    expect(catalogsRead).toEqual(['codex']);
    expect(turns).toMatchObject([{ backend: 'codex', model: 'swift-4' }]);
    expect(outcome.meta.backendReason).toBe(
      'codex comes first of codex, agy, claude: nothing is known of their limits',
    );
  });

  it('is nothing of another backend than the named one', async () => {
    const change = { backend: 'agy', model: 'swift-4', outputPriceBelow: 10 };
    const { catalogsRead, turns, outcome } = await run({ ...three, change });
    expect(catalogsRead).toEqual(['agy']);
    expect(turns).toMatchObject([{ backend: 'agy', model: 'swift-4' }]);
    expect(outcome.meta.backendReason).toBeUndefined();
  });

  it('is nothing when the caller cancels while the agents are looked for', async () => {
    const controller = new AbortController();
    const locate = async () => {
      controller.abort();
      return { path: '/usr/bin/codex', source: 'path' } as const;
    };
    const { catalogsRead, outcome } = await run({ backend: { locate }, signal: controller.signal });
    expect(outcome).toMatchObject({ failure: { code: 'ABORTED' } });
    expect(catalogsRead).toEqual([]);
  });

  it('is the prices of all backends at once', async () => {
    const { priceQueries } = await run({ ...three, change: { outputPriceBelow: 5 } });
    expect(priceQueries).toMatchObject([{ hasLimit: true }]);
    const names = [...(priceQueries[0]?.needed ?? []), ...(priceQueries[0]?.offered ?? [])];
    expect(names).toEqual(expect.arrayContaining(['swift-4', 'slow-4', 'calm-1', 'deep-2']));
  });

  it('asks no agent what a name stands for that a catalog lists', async () => {
    for (const model of ['swift-4', 'CALM.1']) {
      expect((await run({ ...three, names: {}, change: { model } })).namesResolved).toEqual([]);
    }
  });

  it.each(['--yolo', 'x'.repeat(257), 'a b', 'a\u001bb'])('is nothing for the name %j', async (model) => {
    const { namesResolved, catalogsRead, outcome } = await run({ ...three, names: {}, change: { model } });
    expect([namesResolved, catalogsRead]).toEqual([[], []]);
    expect(outcome).toMatchObject({ failure: { code: 'INPUT_LIMIT' } });
  });

  it('gives no agent a configured name that no model can have', async () => {
    await configure({ backends: { claude: { defaultModel: '--yolo' } } });
    const { namesResolved, outcome } = await run({ ...three, names: {}, change: { backend: 'claude' } });
    expect(namesResolved).toEqual([]);
    expect(outcome).toMatchObject({ failure: { code: 'POLICY_DENIED' } });
  });
});
