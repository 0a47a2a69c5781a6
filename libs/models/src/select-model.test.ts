import { CoAgentError } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { catalogOf, governanceOf, priceOf, pricesOf, row } from '../test/made-up-models.js';
import type { ModelCatalog } from './catalog.js';
import { neededPrices } from './needed-prices.js';
import { selectModel } from './select-model.js';
import type { SelectionFacts } from './select-model.js';

const swift = row('swift-4', {
  aliases: ['fast'],
  efforts: ['low', 'high'],
  defaultEffort: 'low',
  isEffortRequired: true,
});
const catalog = catalogOf(
  row('big-2', { isDefault: true }),
  swift,
  row('tiny-1'),
  row('tiny-2'),
  row('odd-1', { aliases: ['mystery'] }),
);
const usd = { 'big-2': 10, 'swift-4': 25, 'tiny-1': 4, 'tiny-2': 4, outside: 3 };

const select = (facts: Partial<SelectionFacts>) =>
  selectModel({
    backend: 'codex',
    wish: {},
    catalog,
    prices: pricesOf(usd),
    governance: governanceOf(),
    ...facts,
  });
const refusal = (code: string, message: string) =>
  expect.objectContaining({ code, message: expect.stringContaining(message) });

describe('selectModel', () => {
  it('gives the choice, all its names, its price and what is to happen first', () => {
    expect(select({ wish: { model: 'fast', reasoningEffort: 'high' } })).toEqual({
      choice: {
        model: 'swift-4',
        askedName: 'fast',
        reasoningEffort: 'high',
        source: 'request',
        isDefault: false,
        listed: swift,
      },
      governed: { backend: 'codex', id: 'swift-4', otherNames: ['fast'], efforts: ['low', 'high'] },
      price: priceOf('swift-4', 25),
      approval: {
        outcome: 'ask',
        basis: 'output_price_above',
        reason: '25 USD per million output tokens, above your limit of 20',
        isRememberable: true,
      },
      warnings: [],
    });
  });

  it('runs the default unasked, and warns where its price is not known', () => {
    expect(select({})).toMatchObject({
      choice: { model: 'big-2' },
      approval: { outcome: 'run' },
      warnings: [],
    });
    expect(select({ prices: pricesOf({}) }).warnings).toEqual([
      { code: 'PRICE_UNKNOWN', message: 'the price of big-2, the default model of codex, is not known' },
    ]);
  });

  it('compares others with the default, and warns where that has no known price', () => {
    expect(select({ wish: { model: 'big-2', configuredDefault: 'tiny-1' } }).approval).toMatchObject({
      basis: 'default_price_ratio',
    });
    const unknown = select({ wish: { model: 'big-2', configuredDefault: 'odd-1' } });
    expect(unknown.approval.outcome).toBe('run');
    expect(unknown.warnings).toMatchObject([{ code: 'PRICE_UNKNOWN' }]);
  });

  it('asks for another model with an unknown price', () => {
    expect(select({ wish: { model: 'mystery' } }).approval).toMatchObject({ basis: 'price_unknown' });
  });

  it('takes a row for no default because another row, which is it, has the same name', () => {
    const twins = catalogOf(row('swift', { isDefault: true }), row('a/swift'));
    const of = (model: string) => select({ catalog: twins, prices: pricesOf({}), wish: { model } });
    expect([of('swift').choice.isDefault, of('a/swift').choice.isDefault]).toEqual([true, false]);
    expect(of('a/swift').approval).toMatchObject({ outcome: 'ask', basis: 'price_unknown' });
  });

  it('lets the agent decide where nobody knows, with a warning', () => {
    const { governed, price, choice, approval, warnings } = select({ catalog: catalogOf() });
    expect([governed, price, choice.model, approval.outcome]).toEqual([
      undefined,
      undefined,
      undefined,
      'run',
    ]);
    expect(warnings).toMatchObject([
      { code: 'PRICE_UNKNOWN', message: expect.stringContaining('codex decides') },
    ]);
  });

  it('refuses what a rule denies, by whatever name, the default too', () => {
    const governance = governanceOf({ deny: ['codex/FAST', 'big-2'], allow: ['swift-4', 'big-2'] });
    expect(() => select({ wish: { model: 'swift-4', reasoningEffort: 'low' }, governance })).toThrow(
      refusal('POLICY_DENIED', 'codex/FAST'),
    );
    expect(() => select({ governance })).toThrow(refusal('POLICY_DENIED', 'big-2'));
  });

  it('takes the default for it by its own name as well, whatever that stands for', () => {
    const open = { ...catalog, isComplete: false };
    const facts = { resolvedName: 'huge-9', prices: pricesOf({ 'big-2': 1 }) };
    for (const [configuredDefault, model] of [
      ['newest', 'Newest'],
      ['x/newest', 'newest'],
    ] as const) {
      const { choice, approval } = select({ ...facts, catalog: open, wish: { model, configuredDefault } });
      expect([choice.model, choice.isDefault, approval.outcome]).toEqual(['huge-9', true, 'run']);
    }
    const own = { ...open, agentDefault: { model: 'newest' } };
    expect(select({ ...facts, catalog: own, wish: { model: 'newest' } }).choice.isDefault).toBe(true);
    const other = select({ ...facts, catalog: open, wish: { model: 'newest', configuredDefault: 'big-2' } });
    expect(other).toMatchObject({ choice: { isDefault: false }, approval: { basis: 'price_unknown' } });
    const unlike = select({ ...facts, catalog: own, wish: { model: 'latest' } });
    expect(unlike).toMatchObject({ choice: { isDefault: false }, approval: { outcome: 'ask' } });
  });

  it('judges what an unlisted name stands for', () => {
    const facts = {
      wish: { model: 'newest' },
      catalog: { ...catalog, isComplete: false },
      resolvedName: 'huge-9',
    };
    expect(select(facts)).toMatchObject({
      choice: { model: 'huge-9', askedName: 'newest' },
      governed: { id: 'huge-9', otherNames: ['newest'] },
    });
    for (const deny of ['huge-9', 'newest']) {
      expect(() => select({ ...facts, governance: governanceOf({ deny: [deny] }) })).toThrow(
        refusal('POLICY_DENIED', deny),
      );
    }
  });
});

describe('a price limit', () => {
  it.each<[string, Partial<SelectionFacts>, string]>([
    ['keeps the default that costs less', { outputPriceBelow: 11 }, 'big-2'],
    ['else takes the dearest that does, the first of several', { outputPriceBelow: 10 }, 'tiny-1'],
    ['keeps a configured default', { outputPriceBelow: 10, wish: { configuredDefault: 'tiny-2' } }, 'tiny-2'],
    [
      'takes no denied model',
      { outputPriceBelow: 11, governance: governanceOf({ deny: ['big-2', 'tiny-1'] }) },
      'tiny-2',
    ],
    ['takes a named model that costs less', { outputPriceBelow: 5, wish: { model: 'tiny-2' } }, 'tiny-2'],
    [
      'keeps the default without a row',
      { outputPriceBelow: 5, catalog: { ...catalog, agentDefault: { model: 'outside' } } },
      'outside',
    ],
  ])('%s', (_, facts, model) => {
    const { choice, price } = select(facts);
    expect(choice.model).toBe(model);
    expect(price).toBeDefined();
  });

  it('takes the default as it is without a limit, with its own effort', () => {
    const own = { ...catalog, agentDefault: { model: 'fast', reasoningEffort: 'high' } };
    const facts = { catalog: own, prices: pricesOf({ 'swift-4': 9 }) };
    const limited = select({ ...facts, outputPriceBelow: 10 });
    expect(limited.choice).toEqual(select(facts).choice);
    expect(limited.choice).toMatchObject({ isDefault: true, source: 'agent', reasoningEffort: 'high' });
  });

  it('takes the row with its effort, and still asks', () => {
    const expensive = select({
      outputPriceBelow: 30,
      prices: pricesOf({ ...usd, 'big-2': 40 }),
    });
    expect(expensive).toMatchObject({
      choice: { model: 'swift-4', reasoningEffort: 'low', source: 'catalog', isDefault: false },
      approval: { outcome: 'ask', basis: 'output_price_above' },
    });
  });

  it('knows without a catalog only the default', () => {
    const outputPriceBelow = 5;
    const { catalog: _, ...rest } = { catalog, backend: 'codex' as const, governance: governanceOf() };
    const prices = pricesOf(usd);
    const configured = (configuredDefault: string) =>
      selectModel({ ...rest, wish: { configuredDefault }, prices, outputPriceBelow });
    expect(configured('tiny-1').choice.model).toBe('tiny-1');
    expect(() => configured('big-2')).toThrow(refusal('POLICY_DENIED', 'the cheapest known price is 10 USD'));
    expect(() => selectModel({ ...rest, wish: {}, prices, outputPriceBelow })).toThrow(
      refusal('POLICY_DENIED', 'no price is known'),
    );
  });

  it.each<[string, Partial<SelectionFacts>, string]>([
    ['at its price', { outputPriceBelow: 4, wish: { model: 'tiny-1' } }, 'tiny-1 costs 4 USD'],
    ['below its price', { outputPriceBelow: 3, wish: { model: 'tiny-1' } }, 'the limit of 3'],
    [
      'and an unknown price',
      { outputPriceBelow: 100, wish: { model: 'odd-1' } },
      'the price of odd-1 is not known',
    ],
  ])('refuses a named model %s', (_, facts, message) => {
    expect(() => select(facts)).toThrow(refusal('POLICY_DENIED', message));
  });

  it('says what is cheapest where nothing is cheap enough, and names no model', () => {
    const message =
      'nothing that codex may run is known to cost less than the limit of 4 USD per million output tokens; ' +
      'the cheapest known price is 4 USD per million output tokens';
    expect(() => select({ outputPriceBelow: 4 })).toThrow(
      expect.objectContaining({ code: 'POLICY_DENIED', message }),
    );
  });

  it('does not hide a configured default that cannot run', () => {
    expect(() => select({ outputPriceBelow: 5, wish: { configuredDefault: 'two words' } })).toThrow(
      refusal('POLICY_DENIED', 'backends.codex.defaultModel'),
    );
  });

  it('refuses a named effort that the chosen model does not take', () => {
    expect(() =>
      select({
        outputPriceBelow: 30,
        wish: { reasoningEffort: 'max' },
        prices: pricesOf({ 'swift-4': 25 }),
      }),
    ).toThrow(refusal('MODEL_UNAVAILABLE', 'swift-4 does not take'));
  });
});

describe('neededPrices', () => {
  const offered = catalog.models.map(({ id }) => id);
  const needed = (facts: Partial<SelectionFacts>) =>
    neededPrices({ backend: 'codex', wish: {}, catalog, ...facts }).needed;

  it('are those of the model and of the default', () => {
    expect(neededPrices({ backend: 'codex', wish: { model: 'fast' }, catalog })).toEqual({
      needed: ['swift-4', 'big-2'],
      offered,
    });
    expect(needed({})).toEqual(['big-2']);
    const open = { catalog: { ...catalog, isComplete: false } };
    expect(needed({ ...open, wish: { model: 'new' }, resolvedName: 'new-1' })).toEqual(['new-1', 'big-2']);
    expect(needed({ wish: { model: '--flag', configuredDefault: 'two words' } })).toEqual([]);
  });

  it('are none for a name that a complete catalog refuses: any text could be kept with the prices', () => {
    const model = 'no-such-model';
    expect(needed({ wish: { model } })).toEqual(['big-2']);
    expect(needed({ wish: { model }, catalog: { ...catalog, isComplete: false } })).toEqual([model, 'big-2']);
    expect(neededPrices({ backend: 'codex', wish: { model } }).needed).toEqual([model]);
  });

  it('are all where a price limit chooses', () => {
    expect(needed({ outputPriceBelow: 5 })).toEqual(offered);
    expect(needed({ outputPriceBelow: 5, wish: { model: 'tiny-1' } })).toEqual(['tiny-1', 'big-2']);
  });
});

describe('whatever the texts', () => {
  const strange = ['__proto__', 'constructor', '--flag', '$(id)', 'a b', '\u0000', 'm'.repeat(10_240)];
  const known = ['fast', 'SWIFT.4', 'swift-4-high', 'x/big-2', 'tiny-1', 'odd-1', 'outside', 'codex/fast'];
  const name = fc.oneof(fc.constantFrom(...known, ...strange), fc.string({ unit: 'binary' }));
  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
  const anyFacts = fc.record(
    {
      wish: fc.record(
        { model: name, reasoningEffort: fc.constantFrom('low', 'high', 'x y'), configuredDefault: name },
        { requiredKeys: [] },
      ),
      outputPriceBelow: fc.constantFrom(1, 4, 4.5, 11, 30),
      resolvedName: name,
      catalog: fc.constantFrom<ModelCatalog>(
        catalog,
        { ...catalog, isComplete: false },
        { ...catalog, agentDefault: { model: 'outside' } },
        catalogOf(),
      ),
    },
    { requiredKeys: ['wish'] },
  );
  const lists = fc.record({
    allow: fc.array(name, { maxLength: 2 }),
    ask: fc.array(name, { maxLength: 2 }),
    deny: fc.array(name, { maxLength: 2 }),
  });

  it('a selection was needed by neededPrices, keeps to the limit and to the name, and only coded errors are thrown', () => {
    fc.assert(
      fc.property(anyFacts, lists, maybe(fc.constant({})), (facts, rules, noPrices) => {
        const prices = pricesOf(noPrices ?? usd);
        const all = { backend: 'codex' as const, prices, governance: governanceOf(rules), ...facts };
        const { needed } = neededPrices(all);
        try {
          const { choice, price, approval } = selectModel(all);
          if (facts.outputPriceBelow !== undefined)
            expect(price?.outputUsdPerMillion).toBeLessThan(facts.outputPriceBelow);
          if (facts.wish.model !== undefined)
            expect([choice.model, choice.askedName]).toContain(facts.wish.model);
          if (price !== undefined && price.outputUsdPerMillion > 20 && rules.allow.length === 0) {
            expect(approval.outcome).toBe('ask');
          }
          if (price === undefined && !choice.isDefault && rules.allow.length === 0)
            expect(approval.outcome).toBe('ask');
        } catch (error) {
          expect(CoAgentError.is(error)).toBe(true);
        }
        expect([...prices.asked].filter((model) => !needed.includes(model))).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('never selects what a rule denies', () => {
    const denied = fc.constantFrom(
      'swift-4',
      'FAST',
      'codex/fast',
      'x/swift.4',
      'swift-4-high',
      'swift-4-20260131',
    );
    fc.assert(
      fc.property(anyFacts, lists, denied, (facts, rules, deny) => {
        const governance = governanceOf({ ...rules, deny: [...rules.deny, deny] });
        const isCatalogSwift = (model: string | undefined) => model === 'swift-4';
        try {
          const { choice } = selectModel({ backend: 'codex', prices: pricesOf(usd), governance, ...facts });
          expect(isCatalogSwift(choice.model)).toBe(false);
        } catch (error) {
          expect(CoAgentError.is(error)).toBe(true);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
