import { CoAgentError } from '@coagent8/contracts';
import type { PriceEvidence, Warning } from '@coagent8/contracts';
import { selectModel } from '@coagent8/models';
import type { PriceQuery, Prices, SelectionFacts } from '@coagent8/models';
import { describe, expect, it } from '@jest/globals';

import { createReportJudge, REPORTS_LOOKED_UP_MAX } from './judge-reports.js';

const evidence = (outputUsdPerMillion: number): PriceEvidence => ({
  outputUsdPerMillion,
  entry: 'an-entry',
  match: 'exact',
  source: '/srv/prices.json',
  readAt: '2030-01-01T00:00:00.000Z',
  ageMs: 0,
});
const pricesOf = (prices: Readonly<Record<string, number>>) => ({
  priceOf: (model: string) => (prices[model] === undefined ? undefined : evidence(prices[model])),
});
const LIST = { 'swift-4': 9, 'cheap-1': 2, 'mid-1': 12, 'dear-1': 100 };
const LATE: Warning = { code: 'PRICES_UNAVAILABLE', message: 'the list is old' };

/** A turn on swift-4, whose price alone is known; the list prices others. */
function judging(more: {
  readonly outputPriceBelow?: number;
  readonly models?: Partial<SelectionFacts['governance']['models']>;
  readonly read?: Prices['read'];
}) {
  const { outputPriceBelow, models } = more;
  const selectionFacts: SelectionFacts = {
    backend: 'claude',
    wish: { model: 'swift-4' },
    prices: pricesOf({ 'swift-4': 9 }),
    governance: {
      outputPriceAbove: 20,
      defaultPriceRatio: 2,
      models: { allow: ['swift-4'], ask: [], deny: [], ...models },
    },
    ...(outputPriceBelow === undefined ? {} : { outputPriceBelow }),
  };
  const controller = new AbortController();
  const queries: PriceQuery[] = [];
  const warnings: Warning[] = [];
  const read: Prices['read'] = async (query) => {
    queries.push(query);
    return more.read?.(query) ?? { ...pricesOf(LIST), source: 'list', isStale: false, warnings: [LATE] };
  };
  const judge = createReportJudge({
    plan: { selection: selectModel(selectionFacts), selectionFacts },
    prices: { read },
    signal: controller.signal,
    warn: (warning) => warnings.push(warning),
  });
  return { judge, queries, warnings, cancel: (reason: unknown) => controller.abort(reason) };
}
const denied = (message: string) =>
  expect.objectContaining({ code: 'POLICY_DENIED', message: expect.stringContaining(message) });

describe('createReportJudge', () => {
  it('looks nothing up for the selected model, or where a rule decides by the name', async () => {
    const { judge, queries } = judging({ models: { deny: ['odd-1'] }, outputPriceBelow: 10 });
    expect(judge.require({ model: 'Vendor/SWIFT.4' })).toBeUndefined();
    expect(() => judge.require({ model: 'odd-1' })).toThrow(denied('deny'));
    await judge.settled();
    expect(queries).toEqual([]);
    expect(judge.refused.aborted).toBe(false);
  });

  it('refuses what the list prices above the limit of the rules, for the whole turn', async () => {
    const { judge, queries, warnings } = judging({});
    await expect(judge.require({ model: 'dear-1' })).rejects.toThrow(denied('above your limit of 20'));
    expect(queries).toMatchObject([{ needed: ['dear-1'], offered: [], hasLimit: false }]);
    expect(warnings).toEqual([LATE]);
    expect(judge.refused.reason).toEqual(denied('dear-1'));
    await expect(judge.settled()).rejects.toBe(judge.refused.reason);
  });

  it('lets run what the list prices low, and knows its price from then on', async () => {
    const { judge, queries } = judging({ outputPriceBelow: 10 });
    expect(judge.priceOf('cheap-1')).toBeUndefined();
    await judge.require({ model: 'cheap-1' });
    expect(judge.priceOf('cheap-1')).toMatchObject({ outputUsdPerMillion: 2 });
    expect(judge.require({ model: 'cheap-1' })).toBeUndefined();
    await judge.settled();
    expect(queries).toMatchObject([{ hasLimit: true }]);
  });

  it('holds what it finds against the limit of the request', async () => {
    await judging({}).judge.require({ model: 'mid-1' });
    const limited = judging({ outputPriceBelow: 12 }).judge;
    await expect(limited.require({ model: 'mid-1' })).rejects.toThrow(denied('not below the limit of 12'));
  });

  it.each([
    ['is not on the list', undefined],
    ['cannot be read', () => Promise.reject(new Error('broken'))],
  ])('takes a price that %s for unknown, and asks once', async (_, read) => {
    const { judge, queries } = judging(read === undefined ? {} : { read });
    await judge.require({ model: 'odd-1' });
    await judge.require({ model: 'odd-1' });
    expect(queries).toHaveLength(1);
    const limited = judging({ outputPriceBelow: 10, ...(read === undefined ? {} : { read }) }).judge;
    await expect(limited.require({ model: 'odd-1' })).rejects.toThrow(denied('its price is not known'));
  });

  it('settles only when all is judged, also what nobody waited for', async () => {
    const slow = Promise.withResolvers<void>();
    const { judge } = judging({
      read: async ({ needed }) => {
        if (needed.includes('dear-1')) await slow.promise;
        return { ...pricesOf(LIST), source: 'list', isStale: false, warnings: [] };
      },
    });
    const first = judge.require({ model: 'dear-1' });
    await judge.require({ model: 'cheap-1' });
    const settled = judge.settled();
    setImmediate(slow.resolve);
    await expect(settled).rejects.toThrow(denied('dear-1'));
    await expect(first).rejects.toThrow(denied('dear-1'));
  });

  it('ends with the turn, which is no refusal', async () => {
    const { judge, cancel } = judging({
      outputPriceBelow: 10,
      read: ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    });
    const judgement = judge.require({ model: 'odd-1' });
    cancel(new CoAgentError('ABORTED', 'cancelled'));
    await expect(judgement).rejects.toMatchObject({ code: 'ABORTED' });
    await judge.settled();
    expect(judge.refused.aborted).toBe(false);
    expect(judge.isCut()).toBe(true);
  });

  it(`looks up ${REPORTS_LOOKED_UP_MAX} models of one turn and no more`, async () => {
    const { judge, queries } = judging({
      read: async () => ({ ...pricesOf({}), source: 'list', isStale: false, warnings: [] }),
    });
    for (let nth = 1; nth <= REPORTS_LOOKED_UP_MAX; nth++) await judge.require({ model: `odd-${nth}` });
    expect(queries).toHaveLength(REPORTS_LOOKED_UP_MAX);
    expect(judge.require({ model: 'odd-one-more' })).toBeUndefined();
    expect(queries).toHaveLength(REPORTS_LOOKED_UP_MAX);
  });
});
