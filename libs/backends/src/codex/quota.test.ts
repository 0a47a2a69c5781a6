import { describe, expect, it } from '@jest/globals';

import { parseNotification, rateLimitsReply } from './protocol.js';
import { quotaOf, reachedLimit } from './quota.js';

describe('the limit that refused', () => {
  it('ends with the window that is used up', () => {
    const limits = {
      primary: { usedPercent: 100, resetsAt: 1_800_000_000 },
      secondary: { usedPercent: 42, resetsAt: 1 },
    };
    expect(reachedLimit(limits)).toEqual({ resetsAt: '2027-01-15T08:00:00.000Z', isModelLimit: false });
  });

  it('ends with the later one of two', () => {
    const limits = {
      primary: { usedPercent: 100, resetsAt: 1_800_000_000 },
      secondary: { usedPercent: 100, resetsAt: 1_800_086_400 },
    };
    expect(reachedLimit(limits).resetsAt).toBe('2027-01-16T08:00:00.000Z');
  });

  it.each([
    [undefined],
    [{ primary: null, secondary: null }],
    [{ primary: { usedPercent: 99, resetsAt: 1_800_000_000 } }],
    [{ primary: { usedPercent: 100, resetsAt: null } }],
    [{ primary: { usedPercent: 100, resetsAt: 1e300 } }],
  ])('ends nobody knows when where all that is told is %j', (limits) => {
    expect(reachedLimit(limits)).toEqual({ resetsAt: undefined, isModelLimit: false });
  });

  it.each([
    ['codex', false],
    ['codex_swift', true],
    [undefined, false],
    [null, false],
    [7, false],
  ])('is for some models only where its id is %p: %p', (limitId, isModelLimit) => {
    const params = { rateLimits: { limitId, primary: { usedPercent: 100, resetsAt: 1_800_000_000 } } };
    const told = parseNotification('account/rateLimits/updated', params);
    if (told?.method !== 'account/rateLimits/updated') throw new Error('it is not read');
    expect(reachedLimit(told.params.rateLimits)).toEqual({
      resetsAt: '2027-01-15T08:00:00.000Z',
      isModelLimit,
    });
  });
});

/** As Codex 0.171.0 told it of a made-up account. */
const LIMIT = {
  limitId: 'codex',
  limitName: null,
  primary: { usedPercent: 37, windowDurationMins: 300, resetsAt: 1_796_039_356 },
  secondary: { usedPercent: 12, windowDurationMins: 10_080, resetsAt: 1_796_123_956 },
  credits: { hasCredits: false, unlimited: false, balance: '0' },
  individualLimit: null,
  spendControlReached: null,
  planType: 'plus',
  rateLimitReachedType: null,
};
const REPLY = {
  ordinaryUsageAllowed: true,
  rateLimits: LIMIT,
  rateLimitsByLimitId: { codex: LIMIT },
  accountId: 'acct-1',
};
const told = (change: Record<string, unknown> = {}, limit: Record<string, unknown> = {}) =>
  quotaOf(rateLimitsReply.parse({ ...REPLY, rateLimits: { ...LIMIT, ...limit }, ...change }));

describe('quotaOf', () => {
  it('has both windows once, and the plan', () => {
    expect(told()).toEqual({
      windows: [
        { name: 'primary', usedPercent: 37, windowMinutes: 300, resetsAt: '2026-11-30T11:49:16.000Z' },
        { name: 'secondary', usedPercent: 12, windowMinutes: 10_080, resetsAt: '2026-12-01T11:19:16.000Z' },
      ],
      plan: 'plus',
      isLimited: false,
    });
  });

  it('leaves out a window that is not told, and what is not told of it', () => {
    const { windows } = told({}, { primary: null, secondary: { usedPercent: null, resetsAt: null } });
    expect(windows).toEqual([{ name: 'secondary', usedPercent: null }]);
  });

  it('names what another limit is for', () => {
    const other = { ...LIMIT, limitId: 'other', limitName: 'Swift 4.2', secondary: null };
    const rateLimitsByLimitId = { codex: LIMIT, other, third: { primary: { usedPercent: 1 } } };
    const { windows } = told({ rateLimitsByLimitId });
    expect(windows.map(({ name, models }) => [name, models])).toEqual([
      ['primary', undefined],
      ['secondary', undefined],
      ['Swift 4.2 primary', ['Swift 4.2']],
      ['third primary', ['third']],
    ]);
  });

  it.each([
    [{ ordinaryUsageAllowed: true }, {}, false],
    [{ ordinaryUsageAllowed: false }, {}, true],
    [{ ordinaryUsageAllowed: null }, {}, undefined],
    [{ ordinaryUsageAllowed: null }, { primary: { usedPercent: 100 } }, undefined],
    [{ ordinaryUsageAllowed: null }, { rateLimitReachedType: 'rate_limit_reached' }, true],
    [{ ordinaryUsageAllowed: true }, { spendControlReached: true }, true],
  ])('takes %j with %j for limited: %p', (change, limit, isLimited) => {
    expect(told(change, limit).isLimited).toBe(isLimited);
  });

  it('has no plan where Codex knows none', () => {
    expect(told({}, { planType: 'unknown' }).plan).toBeUndefined();
  });
});
