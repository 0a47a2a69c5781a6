import { describe, expect, it } from '@jest/globals';

import { catalogOf, governanceOf, pricesOf, row } from '../test/made-up-models.js';
import { requireReport, requireReportedModel, unpricedReport } from './require-reported-model.js';
import { selectModel } from './select-model.js';
import type { SelectionFacts } from './select-model.js';

const catalog = {
  ...catalogOf(row('swift-4', { isDefault: true, aliases: ['fast'] }), row('big-2')),
  isComplete: false,
};
const NO_MODELS = { ...catalogOf(), isComplete: false };
const prices = pricesOf({ 'swift-4': 9, 'swift-3': 8, 'mid-1': 15, 'mid-2': 19, 'big-2': 25, 'big-3': 40 });

function report(model: string, facts: Partial<SelectionFacts> = {}, askedModel?: string): () => void {
  const all: SelectionFacts = {
    backend: 'codex',
    wish: {},
    catalog,
    prices,
    governance: governanceOf(),
    ...facts,
  };
  const selection = selectModel(all);
  const reported = { model, ...(askedModel === undefined ? {} : { askedModel }) };
  return () => requireReportedModel(reported, { selection, facts: all });
}
const denied = (message: string) =>
  expect.objectContaining({ code: 'POLICY_DENIED', message: expect.stringContaining(message) });

describe('requireReport', () => {
  const unreported = (facts: Partial<SelectionFacts>) => {
    const all: SelectionFacts = {
      ...{ backend: 'agy', wish: {}, prices, governance: governanceOf() },
      ...facts,
    };
    return () => requireReport({ selection: selectModel(all), facts: all });
  };

  it.each([{ deny: ['swift-4'] }, { ask: ['codex/swift-4', 'agy/swift-4'] }])(
    'refuses a model that nobody names where there are rules: %j',
    (rules) => {
      const governance = governanceOf(rules);
      expect(unreported({ governance })).toThrow(
        denied('agy decides which model runs and does not say which'),
      );
      expect(unreported({ governance, catalog: catalogOf(row('big-1')) })).not.toThrow();
    },
  );

  it.each([{}, { allow: ['swift-4'] }, { deny: ['codex/swift-4'], ask: ['claude/swift-4'] }])(
    'lets it run where no rule could be against it: %j',
    (rules) => {
      expect(unreported({ governance: governanceOf(rules) })).not.toThrow();
    },
  );
});

describe('unpricedReport', () => {
  it.each([
    ['swift-3', undefined, {}],
    ['odd-1', 'odd-1', {}],
    ['Vendor/ODD.1', 'Vendor/ODD.1', {}],
    ['swift-4', undefined, { prices: pricesOf({}) }],
    ['Vendor/SWIFT.4', undefined, { prices: pricesOf({}) }],
    ['BIG.2', 'big-2', { prices: pricesOf({}) }],
    ['odd-1', 'odd-1', { catalog: NO_MODELS }],
    ['two words', undefined, {}],
    ['x'.repeat(257), undefined, {}],
  ] as const)('of %s is %j', (model, name, facts) => {
    const all = {
      backend: 'codex',
      wish: {},
      catalog,
      prices,
      governance: governanceOf(),
      ...facts,
    } as const;
    expect(unpricedReport({ model }, { selection: selectModel(all), facts: all })).toBe(name);
  });
});

describe('requireReportedModel', () => {
  it.each<[string, string, Partial<SelectionFacts>]>([
    ['the selected model', 'swift-4', {}],
    ['it in another spelling', 'Vendor/SWIFT.4', {}],
    ['it at a date', 'swift-4-20260131', {}],
    ['one of its names', 'fast', {}],
    ['a dear model that the user was asked for', 'big-2', { wish: { model: 'big-2' } }],
    ['a cheap one instead', 'swift-3', {}],
    ['an unknown one instead', 'odd-1', {}],
    ['a cheap one instead, with a limit', 'swift-3', { outputPriceBelow: 10 }],
    ['a dear one instead that is allowed', 'big-3', { governance: governanceOf({ allow: ['big-3'] }) }],
    [
      'any where rules are off',
      'big-3',
      { governance: governanceOf({ outputPriceAbove: null, defaultPriceRatio: null }) },
    ],
  ])('lets %s run', (_, model, facts) => {
    expect(report(model, facts)).not.toThrow();
  });

  it.each<[string, string, Partial<SelectionFacts>, string]>([
    ['a denied one', 'swift-3', { governance: governanceOf({ deny: ['codex/swift-3'] }) }, 'codex/swift-3'],
    [
      'one on the ask list',
      'swift-3',
      { governance: governanceOf({ ask: ['swift-3'] }) },
      'your rule swift-3',
    ],
    ['one above the limit of the rules', 'big-3', {}, 'above your limit of 20'],
    ['one above the ratio to the default', 'mid-2', {}, 'above 2 times the 9'],
    ['a dear one after consent to another', 'big-3', { wish: { model: 'big-2' } }, 'above your limit of 20'],
    [
      'one that is not below the limit of the request',
      'mid-1',
      { outputPriceBelow: 15 },
      'not below the limit of 15',
    ],
    [
      'one of unknown price under a limit of the request',
      'odd-1',
      { outputPriceBelow: 10, governance: governanceOf({ allow: ['odd-1'] }) },
      'its price is not known, so it does not meet the limit of 10',
    ],
    [
      'a denied one by the name that a cloud gives it',
      'eu.vendor.swift-3-v1:0',
      { governance: governanceOf({ deny: ['swift-3'] }) },
      'swift-3',
    ],
    [
      'one that is not below the limit of the request, though allowed',
      'mid-1',
      { outputPriceBelow: 10, governance: governanceOf({ allow: ['mid-1'] }) },
      'not below the limit of 10',
    ],
  ])('refuses %s', (_, model, facts, reason) => {
    expect(report(model, facts)).toThrow(denied(reason));
  });

  it('states a limit without an exponent', () => {
    const facts = {
      outputPriceBelow: 0.0000001,
      wish: { model: 'swift-4' },
      prices: pricesOf({ 'mid-1': 15, 'swift-4': 0.00000001 }),
      governance: governanceOf({ allow: ['mid-1'] }),
    };
    expect(report('mid-1', facts)).toThrow(denied('the limit of 0.0000001'));
  });

  it('names both models', () => {
    expect(report('big-3')).toThrow(denied('codex reports the model big-3 in place of swift-4'));
  });

  it('knows a dearer model apart whose name ends in what is an effort of the selected one', () => {
    const facts = { catalog: catalogOf(row('swift-4', { efforts: ['high', 'max'] })) };
    const priced = pricesOf({ 'swift-4': 9, 'swift-4-high': 9, 'swift-4-max': 40 });
    expect(report('swift-4-high', { ...facts, prices: priced })).not.toThrow();
    expect(report('swift-4-max', { ...facts, prices: pricesOf({ 'swift-4': 9 }) })).not.toThrow();
    expect(report('swift-4-max', { ...facts, prices: priced })).toThrow(denied('above your limit of 20'));
  });

  it('knows two rows apart that share a name', () => {
    const twins = catalogOf(row('a/swift', { aliases: ['swift'] }), row('b/swift'));
    const facts = { catalog: twins, prices: pricesOf({ 'a/swift': 9, 'b/swift': 40 }) };
    expect(report('a/swift', facts)).not.toThrow();
    expect(report('b/swift', facts)).toThrow(denied('above your limit'));
  });

  describe('where the agent was to decide', () => {
    const unknown = { catalog: NO_MODELS };

    it('judges what it decided as its default', () => {
      expect(report('mid-2', unknown)).not.toThrow();
      expect(report('odd-1', unknown)).not.toThrow();
      expect(report('big-2', unknown)).toThrow(denied('codex reports the model big-2, and'));
      expect(report('big-2', unknown, 'big-2')).toThrow(denied('above your limit of 20'));
      expect(report('odd-1', { ...unknown, governance: governanceOf({ deny: ['odd-1'] }) }, 'odd-1')).toThrow(
        denied('odd-1'),
      );
    });
  });

  describe('where a name stands for the reported model', () => {
    const named = { catalog: NO_MODELS, wish: { model: 'best' } };

    it('counts consent to the name, and an entry that allows it', () => {
      expect(report('big-3', named, 'big-3')).not.toThrow();
      expect(
        report('big-3', { ...named, governance: governanceOf({ allow: ['best'] }) }, 'big-3'),
      ).not.toThrow();
    });

    it('counts consent up to the price that was shown', () => {
      const shown = (usd: number) => ({ ...named, prices: pricesOf({ best: usd, 'big-3': 40 }) });
      expect(report('big-3', shown(40), 'big-3')).not.toThrow();
      expect(report('big-3', shown(39), 'big-3')).toThrow(denied('40 USD'));
      const everyTime = { governance: governanceOf({ ask: ['best', 'odd-1'] }) };
      expect(report('odd-1', { ...shown(5), ...everyTime }, 'odd-1')).not.toThrow();
    });

    it('counts neither for what it does not stand for', () => {
      expect(report('big-3', named, 'big-2')).toThrow(denied('above your limit'));
      expect(report('big-3', { ...named, governance: governanceOf({ allow: ['best'] }) }, 'big-2')).toThrow(
        denied('above your limit'),
      );
    });

    it('still refuses what is denied, and a default that nobody was asked for', () => {
      expect(report('big-3', { ...named, governance: governanceOf({ deny: ['big-3'] }) }, 'big-3')).toThrow(
        denied('big-3'),
      );
      const byDefault = { catalog: NO_MODELS, wish: { configuredDefault: 'best' } };
      expect(report('big-3', byDefault, 'big-3')).toThrow(denied('above your limit'));
      expect(report('mid-2', byDefault, 'mid-2')).not.toThrow();
      const priced = { ...byDefault, prices: pricesOf({ best: 5, 'mid-2': 19 }) };
      expect(report('mid-2', priced, 'mid-2')).not.toThrow();
      expect(report('mid-2', priced, 'mid-1')).toThrow(denied('above 2 times the 5'));
    });
  });

  it('shows no name that is none', () => {
    const odd = `\u001b[31m${'x'.repeat(10_240)}`;
    expect(report(odd, { governance: governanceOf({ deny: [odd] }) })).toThrow(
      denied('a text of 10245 characters'),
    );
  });
});
