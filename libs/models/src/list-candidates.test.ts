import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { catalogOf, governanceOf, priceOf, pricesOf, row } from '../test/made-up-models.js';
import { listCandidates } from './list-candidates.js';
import type { CandidateFacts } from './list-candidates.js';

const swift = row('swift-4', {
  aliases: ['fast'],
  variants: [
    { name: 'swift-4-high', reasoningEffort: 'high' },
    { name: 'swiftest', reasoningEffort: 'high' },
  ],
  efforts: ['low', 'high'],
  defaultEffort: 'low',
  isEffortRequired: true,
});
const catalog = catalogOf(row('big-2', { isDefault: true }), swift);
const list = (facts: Partial<CandidateFacts>) =>
  listCandidates({
    backend: 'agy',
    prices: pricesOf({ 'big-2': 10, 'swift-4': 25 }),
    governance: governanceOf(),
    ...facts,
  });

describe('listCandidates', () => {
  it('lists every row with its price and what the rules say', () => {
    expect(list({ catalog })).toEqual([
      {
        backend: 'agy',
        model: 'big-2',
        aliases: [],
        efforts: [],
        isEffortRequired: false,
        defaultSource: 'catalog',
        price: priceOf('big-2', 10),
        approval: { outcome: 'run' },
      },
      {
        backend: 'agy',
        model: 'swift-4',
        aliases: ['fast'],
        efforts: ['low', 'high'],
        isEffortRequired: true,
        defaultEffort: 'low',
        price: priceOf('swift-4', 25),
        approval: expect.objectContaining({ outcome: 'ask', basis: 'output_price_above' }),
      },
    ]);
  });

  it('gives the default the effort that it runs with', () => {
    const own = { ...catalog, agentDefault: { model: 'fast', reasoningEffort: 'high' } };
    expect(list({ catalog: own })[1]).toMatchObject({ defaultSource: 'agent', defaultEffort: 'high' });
    expect(list({ catalog, configuredDefault: 'swift-4-high' })[1]).toMatchObject({
      defaultSource: 'configuration',
      defaultEffort: 'high',
    });
  });

  it('puts a default without a row first, and without a catalog alone', () => {
    const own = { ...catalog, agentDefault: { model: 'odd' } };
    expect(list({ catalog: own }).map(({ model }) => model)).toEqual(['odd', 'big-2', 'swift-4']);
    expect(list({ configuredDefault: 'odd' })).toEqual([
      {
        backend: 'agy',
        model: 'odd',
        aliases: [],
        efforts: [],
        isEffortRequired: false,
        defaultSource: 'configuration',
        approval: { outcome: 'run', warning: 'the price of odd, the default model of agy, is not known' },
      },
    ]);
    expect(list({})).toEqual([]);
  });

  it('has no default where the configured one cannot run', () => {
    for (const configuredDefault of ['odd', 'two words']) {
      const candidates = list({ catalog, configuredDefault });
      expect(candidates.map(({ model }) => model)).toEqual(['big-2', 'swift-4']);
      expect(candidates.some(({ defaultSource }) => defaultSource !== undefined)).toBe(false);
    }
  });

  it('knows a rule by any name of a model', () => {
    const approvals = (deny: string) =>
      list({ catalog, governance: governanceOf({ deny: [deny] }) }).map(({ approval }) => approval.outcome);
    expect(approvals('agy/fast')).toEqual(['run', 'deny']);
    expect(approvals('swift-4-high')).toEqual(['run', 'deny']);
    expect(approvals('swiftest')).toEqual(['run', 'deny']);
    expect(approvals('codex/fast')).toEqual(['run', 'ask']);
  });

  it('never throws, whatever the names', () => {
    const name = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('__proto__', 'constructor', 'a'.repeat(10_240)),
    );
    fc.assert(
      fc.property(fc.array(name), name, fc.array(name), (ids, configuredDefault, deny) => {
        const found = catalogOf(...ids.map((id) => row(id)));
        const governance = governanceOf({ deny });
        expect(list({ catalog: found, configuredDefault, governance }).length).toBeGreaterThanOrEqual(
          ids.length,
        );
      }),
    );
  });

  it('reads each rule once for 2,000 models, not once for each', () => {
    const names = Array.from({ length: 2_000 }, (_, index) => `model-${index}`);
    let reads = 0;
    const deny = names.map((name) => `agy/${name}`);
    const counted = new Proxy(deny, {
      get: (target, key, receiver) => {
        if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1;
        return Reflect.get(target, key, receiver);
      },
    });
    const governance = { ...governanceOf(), models: { allow: [], ask: [], deny: counted } };
    const candidates = list({ catalog: catalogOf(...names.map((name) => row(name))), governance });
    expect(candidates.every(({ approval }) => approval.outcome === 'deny')).toBe(true);
    expect(reads).toBe(names.length);
  });
});
