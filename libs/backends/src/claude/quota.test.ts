import { describe, expect, it } from '@jest/globals';

import { quotaOf, reachedLimit } from './quota.js';
import { usageReply } from './replies.js';

describe('the limit that refused', () => {
  const rejected = { status: 'rejected', resetsAt: 4_102_444_800 };

  it('says when it ends', () => {
    const told = { resetsAt: '2100-01-01T00:00:00.000Z', isModelLimit: false };
    expect(reachedLimit(rejected)).toEqual(told);
    expect(reachedLimit({ ...rejected, isUsingOverage: false })).toEqual(told);
  });

  it.each([
    ['five_hour', false],
    ['seven_day', false],
    ['overage', false],
    ['seven_day_opus', true],
    ['seven_day_sonnet', true],
    ['seven_day_overage_included', true],
    ['seven_day_novel', false],
    ['', false],
  ])('is for some models only where it is %j: %p', (rateLimitType, isModelLimit) => {
    expect(reachedLimit({ ...rejected, rateLimitType }).isModelLimit).toBe(isModelLimit);
  });

  it.each([
    undefined,
    { status: 'allowed_warning', resetsAt: 4_102_444_800, rateLimitType: 'seven_day_opus' },
    { status: 'rejected' },
    { status: 'rejected', resetsAt: 4_102_444_800, isUsingOverage: true },
    { status: 'rejected', resetsAt: 1e20 },
  ])('says nothing where all that is told is %j', (limit) => {
    const { resetsAt, isModelLimit = false } = reachedLimit(limit);
    expect([resetsAt, isModelLimit]).toEqual([undefined, false]);
  });
});

const week = (utilization: number | null) => ({ utilization, resets_at: '2026-12-05T10:00:00.1+00:00' });
const told = (reply: Record<string, unknown>) => quotaOf(usageReply.parse(reply), 'could not fetch');
const ofPlan = (rate_limits: unknown) =>
  told({ subscription_type: 'max', rate_limits_available: true, rate_limits });

describe('quotaOf', () => {
  it('has the windows of the plan, and for what they are', () => {
    const { windows, plan } = ofPlan({
      five_hour: { utilization: 42, resets_at: '2026-12-01T10:00:00Z' },
      seven_day: week(12.5),
      seven_day_swift: week(3),
      seven_day_oauth_apps: week(99),
      seven_day_odd: 'yes',
      nine_day_swift: week(1),
      model_scoped: [{ display_name: 'Big', ...week(null) }],
      extra_usage: { is_enabled: true, utilization: 80 },
    });
    expect(plan).toBe('max');
    expect(
      windows.map(({ name, usedPercent, windowMinutes, models }) => [
        name,
        usedPercent,
        windowMinutes,
        models,
      ]),
    ).toEqual([
      ['five_hour', 42, 300, undefined],
      ['seven_day', 12.5, 10_080, undefined],
      ['seven_day_swift', 3, 10_080, ['swift']],
      ['seven_day Big', null, 10_080, ['Big']],
    ]);
    expect(windows[0]?.resetsAt).toBe('2026-12-01T10:00:00.000Z');
    expect(windows[1]?.resetsAt).toBe('2026-12-05T10:00:00.100Z');
  });

  it('takes a number for seconds since 1970', () => {
    const [window] = ofPlan({ five_hour: { utilization: 1, resets_at: 1_800_000_000 } }).windows;
    expect(window?.resetsAt).toBe('2027-01-15T08:00:00.000Z');
  });

  it('leaves out a window that is null, and a time that is none', () => {
    expect(ofPlan({ five_hour: null, seven_day: { utilization: 1, resets_at: 'soon' } }).windows).toEqual([
      { name: 'seven_day', usedPercent: 1, windowMinutes: 10_080, resetsAt: undefined },
    ]);
  });

  it.each([
    [false, 'not of a key'],
    [null, 'not of a key'],
    [true, 'could not fetch'],
  ])('has a reason for no windows where they are available: %p', (rate_limits_available, reason) => {
    const quota = told({ subscription_type: null, rate_limits_available, rate_limits: null });
    expect(quota).toMatchObject({ windows: [], unknownBecause: expect.stringContaining(reason) });
  });
});
