import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { governanceOf, priceOf } from '../test/made-up-models.js';
import { decideConsent } from './decide-consent.js';
import type { Governance } from './governance.js';
import { readRules } from './rules.js';

interface Case {
  readonly usd?: number | undefined;
  /** Absent: the model is the default itself. */
  readonly defaultUsd?: number | 'unknown' | undefined;
  readonly governance?: Governance;
}

function decide({ usd, defaultUsd, governance = governanceOf() }: Case) {
  const isDefault = defaultUsd === undefined;
  const price = usd === undefined ? undefined : priceOf('big-2', usd);
  return decideConsent({
    model: { backend: 'codex', id: 'big-2', otherNames: ['best'], efforts: [] },
    isDefault,
    price,
    defaultPrice: isDefault ? price : defaultUsd === 'unknown' ? undefined : priceOf('swift', defaultUsd),
    rules: readRules(governance.models),
    limits: governance,
  });
}

const runs = { outcome: 'run' };
const asks = (basis: string, reason: string, isRememberable = true) => ({
  outcome: 'ask',
  basis,
  reason,
  isRememberable,
});
const denied = (rule: string) => ({ outcome: 'deny', rule });
const M = 'USD per million output tokens';

describe('decideConsent', () => {
  it.each<[string, Case, object]>([
    ['default at 9', { usd: 9 }, runs],
    ['9, default at 10', { usd: 9, defaultUsd: 10 }, runs],
    ['20, default at 10', { usd: 20, defaultUsd: 10 }, runs],
    [
      '20.01, default at 10',
      { usd: 20.01, defaultUsd: 10 },
      asks('output_price_above', `20.01 ${M}, above your limit of 20`),
    ],
    ['default at 20', { usd: 20 }, runs],
    ['default at 25', { usd: 25 }, asks('output_price_above', `25 ${M}, above your limit of 20`)],
    [
      '19, default at 9',
      { usd: 19, defaultUsd: 9 },
      asks('default_price_ratio', `19 ${M}, above 2 times the 9 of the default model`),
    ],
    ['18, default at 9', { usd: 18, defaultUsd: 9 }, runs],
    ['40, allowed', { usd: 40, defaultUsd: 10, governance: governanceOf({ allow: ['codex/big-2'] }) }, runs],
    [
      '40, allowed and to be asked',
      { usd: 40, defaultUsd: 10, governance: governanceOf({ allow: ['big-2'], ask: ['best'] }) },
      asks('ask_rule', `it costs 40 ${M}, and your rule best asks every time`, false),
    ],
    [
      'allowed and denied',
      { usd: 1, defaultUsd: 10, governance: governanceOf({ allow: ['big-2'], deny: ['codex/BIG.2'] }) },
      denied('codex/BIG.2'),
    ],
    [
      'the default, denied, to be asked and allowed',
      { usd: 1, governance: governanceOf({ allow: ['big-2'], ask: ['big-2'], deny: ['best'] }) },
      denied('best'),
    ],
    [
      'unknown, to be asked',
      { defaultUsd: 10, governance: governanceOf({ ask: ['big-2'] }) },
      asks('ask_rule', 'its price is not known, and your rule big-2 asks every time', false),
    ],
    [
      'unknown, default at 10',
      { defaultUsd: 10 },
      asks('price_unknown', 'its price is not known, so no price limit can be applied'),
    ],
    ['unknown, allowed', { defaultUsd: 10, governance: governanceOf({ allow: ['big-2'] }) }, runs],
    [
      'unknown default',
      {},
      { ...runs, warning: 'the price of big-2, the default model of codex, is not known' },
    ],
    [
      '20, default unknown',
      { usd: 20, defaultUsd: 'unknown' },
      {
        ...runs,
        warning: 'the price of the default model of codex is not known, so big-2 was not compared with it',
      },
    ],
    [
      '20.01, default unknown',
      { usd: 20.01, defaultUsd: 'unknown' },
      asks('output_price_above', `20.01 ${M}, above your limit of 20`),
    ],
    [
      'unknown, default unknown',
      { defaultUsd: 'unknown' },
      asks('price_unknown', 'its price is not known, so no price limit can be applied'),
    ],
    ['100 without the limit', { usd: 100, governance: governanceOf({ outputPriceAbove: null }) }, runs],
    [
      '100 without the limit, default at 10',
      { usd: 100, defaultUsd: 10, governance: governanceOf({ outputPriceAbove: null }) },
      asks('default_price_ratio', `100 ${M}, above 2 times the 10 of the default model`),
    ],
    [
      '20 without the ratio, default at 1',
      { usd: 20, defaultUsd: 1, governance: governanceOf({ defaultPriceRatio: null }) },
      runs,
    ],
    [
      '20 without the ratio, default unknown',
      { usd: 20, defaultUsd: 'unknown', governance: governanceOf({ defaultPriceRatio: null }) },
      runs,
    ],
    [
      '100 without either, default at 1',
      {
        usd: 100,
        defaultUsd: 1,
        governance: governanceOf({ outputPriceAbove: null, defaultPriceRatio: null }),
      },
      runs,
    ],
    [
      '2.1, default at 0.7 and a ratio of 3',
      { usd: 2.1, defaultUsd: 0.7, governance: governanceOf({ defaultPriceRatio: 3 }) },
      runs,
    ],
    ['0, default at 0', { usd: 0, defaultUsd: 0 }, runs],
    [
      'the default itself and a ratio of 0.5',
      { usd: 10, governance: governanceOf({ defaultPriceRatio: 0.5 }) },
      runs,
    ],
    [
      '0.01, default at 0',
      { usd: 0.01, defaultUsd: 0 },
      asks('default_price_ratio', `0.01 ${M}, above 2 times the 0 of the default model`),
    ],
  ])('%s', (_, facts, decision) => {
    expect(decide(facts)).toEqual(decision);
  });

  it('says where a price is approximate', () => {
    const governance = governanceOf();
    const decision = decideConsent({
      model: { backend: 'agy', id: 'big-2', otherNames: [], efforts: [] },
      isDefault: false,
      price: { ...priceOf('big-2-preview', 25), match: 'approximate' },
      defaultPrice: undefined,
      rules: readRules(governance.models),
      limits: governance,
    });
    expect(decision).toMatchObject({ reason: `25 ${M} (approximate), above your limit of 20` });
  });

  const usd = fc.option(fc.double({ min: 0, max: 1e300, noNaN: true }), { nil: undefined });
  const limit = fc.option(fc.double({ min: 0, max: 1e300, noNaN: true }));
  const list = fc.subarray(['big-2', 'codex/best', 'BIG.2', 'claude/big-2', 'other']);

  it('always denies what a rule denies, and never runs unasked what is dear or unknown', () => {
    fc.assert(
      fc.property(
        usd,
        fc.option(usd, { nil: 'unknown' as const }),
        fc.record({ outputPriceAbove: limit, defaultPriceRatio: limit, allow: list, ask: list, deny: list }),
        (price, defaultUsd, rules) => {
          const decision = decide({ usd: price, defaultUsd, governance: governanceOf(rules) });
          const fits = (entries: string[]) =>
            entries.some((entry) => ['big-2', 'codex/best', 'BIG.2'].includes(entry));
          expect(decision.outcome === 'deny').toBe(fits(rules.deny));
          if (decision.outcome !== 'run') return;
          expect(fits(rules.ask)).toBe(false);
          if (fits(rules.allow)) return;
          if (price === undefined) expect(defaultUsd).toBeUndefined();
          if (price !== undefined) expect(price).toBeLessThanOrEqual(rules.outputPriceAbove ?? Infinity);
        },
      ),
    );
  });
});
