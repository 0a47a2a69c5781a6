import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { priceOf } from '../test/made-up-models.js';
import { cheapestPrice, chooseWithinLimit, isPriceBelow, isWithinLimit } from './choose-within-limit.js';
import type { Candidate } from './list-candidates.js';

const candidate = (model: string, usd: number | undefined, rest: Partial<Candidate> = {}): Candidate => ({
  backend: 'codex',
  model,
  aliases: [],
  efforts: [],
  isEffortRequired: false,
  approval: { outcome: 'run' },
  ...(usd === undefined ? {} : { price: priceOf(model, usd) }),
  ...rest,
});
const denied = { approval: { outcome: 'deny', rule: 'a' } } as const;
const asked = {
  approval: { outcome: 'ask', basis: 'ask_rule', reason: 'so', isRememberable: false },
} as const;
const byDefault = { defaultSource: 'catalog' } as const;

it('the limit itself is not below it', () => {
  expect(isPriceBelow(priceOf('a', 5), 5)).toBe(false);
  expect(isPriceBelow(priceOf('a', 4.99), 5)).toBe(true);
  expect(isPriceBelow(undefined, 5)).toBe(false);
});

describe('chooseWithinLimit', () => {
  it.each<[string, Candidate[], string | undefined]>([
    ['the default', [candidate('a', 4), candidate('b', 1, byDefault)], 'b'],
    ['else the dearest', [candidate('a', 3), candidate('b', 4), candidate('c', 9, byDefault)], 'b'],
    ['of several the first', [candidate('a', 1), candidate('b', 4), candidate('c', 4)], 'b'],
    ['nothing at the limit', [candidate('a', 5, byDefault)], undefined],
    ['nothing unknown', [candidate('a', undefined, byDefault), candidate('b', undefined)], undefined],
    ['nothing denied', [candidate('a', 4, { ...denied, ...byDefault }), candidate('b', 1)], 'b'],
    ['what asks, too', [candidate('a', 4, asked), candidate('b', 1)], 'a'],
    ['nothing of nothing', [], undefined],
  ])('takes %s', (_, candidates, model) => {
    expect(chooseWithinLimit(candidates, 5)?.model).toBe(model);
  });

  it('never exceeds the limit, never takes what is unknown or denied, and takes something where something fits', () => {
    const usd = fc.option(fc.double({ min: 0, max: 10, noNaN: true }), { nil: undefined });
    const any = fc
      .tuple(usd, fc.constantFrom({}, denied, asked), fc.constantFrom({}, {}, byDefault))
      .map(([price, approval, mark]) => candidate('m', price, { ...approval, ...mark }));
    fc.assert(
      fc.property(fc.array(any), fc.double({ min: 0.1, max: 10, noNaN: true }), (candidates, limit) => {
        const chosen = chooseWithinLimit(candidates, limit);
        expect(chosen !== undefined).toBe(candidates.some((one) => isWithinLimit(one, limit)));
        if (chosen === undefined) return;
        expect(chosen.price?.outputUsdPerMillion).toBeLessThan(limit);
        expect(chosen.approval.outcome).not.toBe('deny');
      }),
    );
  });
});

it('knows the cheapest price of what is not denied', () => {
  const candidates = [candidate('a', undefined), candidate('b', 9), candidate('c', 8, asked)];
  expect(cheapestPrice([...candidates, candidate('d', 7, denied)])?.outputUsdPerMillion).toBe(8);
  expect(cheapestPrice([candidate('a', undefined), candidate('d', 7, denied)])).toBeUndefined();
});
