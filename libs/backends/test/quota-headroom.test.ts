import type { BackendQuota, Cooldown, QuotaReading } from '@coagent8/contracts';
import { sameModel } from '@coagent8/models';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { COOLDOWN_MAX_MS } from '../src/quota/cooldowns.js';
import { headroomOf, MEASUREMENT_FRESH_MS } from '../src/quota/headroom.js';
import type { Headroom } from '../src/quota/headroom.js';
import {
  at,
  backendQuotaArbitrary,
  DAY_MS,
  MINUTE_MS,
  NOW_MS,
  readingArbitrary,
  wantedArbitrary,
  windowArbitrary,
} from './quota-arbitraries.js';

const HOUR_MS = 60 * MINUTE_MS;

const readOf = (reading: Partial<QuotaReading>): BackendQuota => ({
  reading: { readAt: at(-MINUTE_MS), windows: [], ...reading },
  cooldowns: [],
});
const used = (usedPercent: number) => ({ name: 'weekly', usedPercent });
const headroom = (quota: BackendQuota | undefined, model?: string): Headroom =>
  headroomOf(quota, { model, nowMs: NOW_MS });
const left = (quota: BackendQuota, model?: string) => headroom(quota, model).leftPercent;
const stops = ({ forModel }: Cooldown, model: string | undefined) =>
  forModel === undefined || (forModel === null ? model === undefined : sameModel(forModel, model ?? ''));
const limited = (quota: BackendQuota, model?: string) => headroom(quota, model).limited;

describe('what is left', () => {
  it('is unknown where nothing is known', () => {
    expect(headroom(undefined)).toEqual({});
    expect(headroom({ cooldowns: [] })).toEqual({});
    expect(headroom(readOf({ unknownBecause: 'nobody is signed in' }))).toEqual({});
    expect(headroom(readOf({ windows: [{ name: 'weekly', resetsAt: at(HOUR_MS) }] }))).toEqual({});
  });

  it('is what the tightest limit leaves, with the time it was measured', () => {
    const quota = readOf({ windows: [used(20), used(62.5), { name: 'unknown' }, used(0)] });
    expect(headroom(quota)).toEqual({ leftPercent: 37.5, readAt: at(-MINUTE_MS) });
    expect(left(readOf({ windows: [used(100)] }))).toBe(0);
    expect(left(readOf({ windows: [used(0)] }))).toBe(100);
  });

  it.each([
    ['now', 0, 60],
    ['15 minutes ago', -MEASUREMENT_FRESH_MS, 60],
    ['a millisecond earlier', -MEASUREMENT_FRESH_MS - 1, undefined],
    ['in the future', 1, undefined],
    ['in a far future', 400 * DAY_MS, undefined],
  ])('measured %s', (_, ms, expected) => {
    expect(left(readOf({ readAt: at(ms), windows: [used(40)] }))).toBe(expected);
  });

  it.each([
    ['ahead', 1, 10],
    ['now', 0, 60],
    ['over', -MINUTE_MS, 60],
  ])('a window whose reset is %s', (_, ms, expected) => {
    const windows = [{ ...used(90), resetsAt: at(ms) }, used(40)];
    expect(left(readOf({ windows }))).toBe(expected);
  });

  it('is unknown where all windows have begun anew', () => {
    expect(headroom(readOf({ windows: [{ ...used(90), resetsAt: at(0) }] }))).toEqual({});
  });

  it.each([
    ['swift-4.2', 10],
    ['vendor/SWIFT-4-2', 10],
    ['swift-4', 60],
    ['swift', 60],
    ['swift-4.2-high', 60],
    ['very-swift-4.2', 60],
    ['big-model', 5],
    [undefined, 60],
  ])('for %p counts what is for everything and for that name', (model, expected) => {
    const windows = [
      used(40),
      { ...used(90), models: ['other', 'swift-4-2'] },
      { ...used(95), models: ['Big-Model'] },
    ];
    expect(left(readOf({ windows }), model)).toBe(expected);
  });

  it('is unknown where all windows are for other models', () => {
    expect(headroom(readOf({ windows: [{ ...used(90), models: ['big-model'] }] }), 'swift-4.2')).toEqual({});
  });

  it('lies between 0 and 100, and with it comes the time of a fresh measurement', () => {
    fc.assert(
      fc.property(backendQuotaArbitrary, wantedArbitrary, (quota, model) => {
        const { leftPercent, readAt } = headroom(quota, model);
        expect(leftPercent === undefined).toBe(readAt === undefined);
        if (leftPercent === undefined || readAt === undefined) return;
        expect(leftPercent).toBeGreaterThanOrEqual(0);
        expect(leftPercent).toBeLessThanOrEqual(100);
        const ageMs = NOW_MS - Date.parse(readAt);
        expect(ageMs >= 0 && ageMs <= MEASUREMENT_FRESH_MS).toBe(true);
      }),
    );
  });

  it('is never more where more is used, or where a window more is told', () => {
    const parts = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 6, maxLength: 6 });
    fc.assert(
      fc.property(readingArbitrary, windowArbitrary, parts, wantedArbitrary, (known, window, more, model) => {
        const reading = { ...known, readAt: at(0) };
        const before = left(readOf(reading), model) ?? 100;
        const fuller = reading.windows.map((one, index) =>
          one.usedPercent === undefined
            ? one
            : { ...one, usedPercent: Math.max(one.usedPercent, more[index] ?? 0) },
        );
        expect(left(readOf({ ...reading, windows: fuller }), model) ?? 100).toBeLessThanOrEqual(before);
        const longer = [...reading.windows, window];
        expect(left(readOf({ ...reading, windows: longer }), model) ?? 100).toBeLessThanOrEqual(before);
      }),
    );
  });
});

describe('an agent that says that it is limited', () => {
  const full = (resetsAt: string, models?: string[]) => ({
    ...used(100),
    resetsAt,
    ...(models && { models }),
  });

  it('is so until the last of its used-up windows begins anew', () => {
    const windows = [full(at(HOUR_MS)), full(at(DAY_MS)), { ...used(99), resetsAt: at(5 * DAY_MS) }];
    expect(headroom(readOf({ isLimited: true, windows }))).toEqual({
      leftPercent: 0,
      readAt: at(-MINUTE_MS),
      limited: { until: at(DAY_MS), source: 'reading' },
    });
  });

  it('is so until its word is stale, where no used-up window that counts says when', () => {
    const until = at(-MINUTE_MS + MEASUREMENT_FRESH_MS);
    const other = full(at(DAY_MS), ['big-model']);
    for (const windows of [[], [used(100)], [other], [{ ...used(50), resetsAt: at(DAY_MS) }]]) {
      expect(limited(readOf({ isLimited: true, windows }))).toEqual({ until, source: 'reading' });
    }
    expect(limited(readOf({ isLimited: true, windows: [other] }), 'big-model')?.until).toBe(at(DAY_MS));
  });

  it('is so no longer when that window has begun anew', () => {
    const readAt = at(-10 * MINUTE_MS);
    const since = (ms: number) => limited(readOf({ isLimited: true, readAt, windows: [full(at(ms))] }));
    expect(since(1)?.until).toBe(at(1));
    expect(since(0)).toBeUndefined();
    expect(since(-10 * MINUTE_MS + 1)).toBeUndefined();
    // It was over when the agent was asked, so the agent is limited by something else.
    expect(since(-10 * MINUTE_MS)?.until).toBe(at(5 * MINUTE_MS));
  });

  it.each([
    [-MEASUREMENT_FRESH_MS, true],
    [-MEASUREMENT_FRESH_MS - 1, false],
    [1, false],
  ])('counts where its word is fresh: %d ms', (ms, expected) => {
    expect(limited(readOf({ isLimited: true, readAt: at(ms) })) !== undefined).toBe(expected);
  });

  it('is believed for 31 days at most', () => {
    const readAt = at(0);
    const until = (ms: number) =>
      limited(readOf({ isLimited: true, readAt, windows: [full(at(ms))] }))?.until;
    expect(until(COOLDOWN_MAX_MS)).toBe(at(COOLDOWN_MAX_MS));
    expect(until(COOLDOWN_MAX_MS + 1)).toBe(at(COOLDOWN_MAX_MS));
  });

  it('is not made so by windows alone', () => {
    const windows = [full(at(DAY_MS))];
    expect(headroom(readOf({ windows }))).toEqual({ leftPercent: 0, readAt: at(-MINUTE_MS) });
    expect(limited(readOf({ windows, isLimited: false }))).toBeUndefined();
  });
});

describe('a limit that a turn ran into', () => {
  const cooldown: Cooldown = { observedAt: at(-HOUR_MS), until: at(HOUR_MS) };
  const met = (part: Partial<Cooldown>, reading?: QuotaReading): BackendQuota => ({
    ...(reading && { reading }),
    cooldowns: [{ ...cooldown, ...part }],
  });
  const holds = (quota: BackendQuota, model?: string) => limited(quota, model) !== undefined;

  it('is believed for 31 days', () => {
    expect(COOLDOWN_MAX_MS).toBe(31 * DAY_MS);
  });

  it('stops turns until it is over', () => {
    expect(headroom(met({}))).toEqual({ limited: { until: cooldown.until, source: 'turn' } });
  });

  it.each([
    ['is over', { until: at(0) }, false],
    ['lasts a millisecond more', { until: at(1) }, true],
    ['is observed now', { observedAt: at(0) }, true],
    ['was observed in the future', { observedAt: at(1) }, false],
    ['was over when it was observed', { until: at(-2 * HOUR_MS) }, false],
  ])('that %s', (_, part, expected) => {
    expect(holds(met(part))).toBe(expected);
  });

  it.each([
    ['31 days ago', -COOLDOWN_MAX_MS, undefined],
    ['a millisecond later', -COOLDOWN_MAX_MS + 1, at(1)],
    ['now', 0, at(COOLDOWN_MAX_MS)],
  ])('for ever, observed %s', (_, ms, until) => {
    expect(limited(met({ observedAt: at(ms), until: '9999-12-31T23:59:59Z' }))?.until).toBe(until);
  });

  it.each([
    [undefined, undefined, true],
    [undefined, 'swift-4.2', true],
    [null, undefined, true],
    [null, 'swift-4.2', false],
    ['swift-4.2', undefined, false],
    ['swift-4.2', 'vendor/Swift-4-2', true],
    ['swift-4.2', 'swift-4', false],
    ['swift-4.2', 'swift-4.2-high', false],
  ])('for %p: a turn that wants %p', (forModel, model, expected) => {
    expect(holds(met(forModel === undefined ? {} : { forModel }), model)).toBe(expected);
  });

  const saidAt = (ms: number, part: Partial<QuotaReading>): QuotaReading => ({
    readAt: at(ms),
    windows: [],
    ...part,
  });
  const later = -30 * MINUTE_MS;
  const room = [used(40), used(99.9)];
  const forModels = { ...used(100), models: ['big-model'] };

  it.each<[string, QuotaReading, boolean]>([
    ['that says nothing', saidAt(later, {}), true],
    ['that says that it is not limited', saidAt(later, { isLimited: false }), false],
    ['of the same moment', saidAt(-HOUR_MS, { isLimited: false }), true],
    ['a millisecond later', saidAt(-HOUR_MS + 1, { isLimited: false }), false],
    ['from the future', saidAt(1, { isLimited: false }), true],
    ['with room in all windows', saidAt(later, { windows: room }), false],
    ['with room for everything', saidAt(later, { windows: [...room, forModels] }), false],
    ['with room, and limited all the same', saidAt(later, { windows: room, isLimited: true }), true],
    ['with a window that is used up', saidAt(later, { windows: [...room, used(100)] }), true],
    ['with a window that is not known', saidAt(later, { windows: [...room, { name: 'x' }] }), true],
    ['with windows for models alone', saidAt(later, { windows: [{ ...forModels, usedPercent: 1 }] }), true],
  ])('is ended by a reading since, or not: one %s', (_, reading, expected) => {
    expect(holds(met({}, reading))).toBe(expected);
  });

  it('for a model is not ended by room for everything, but by the word of the agent', () => {
    const quota = (part: Partial<QuotaReading>) => met({ forModel: 'swift-4.2' }, saidAt(later, part));
    expect(holds(quota({ windows: room }), 'swift-4.2')).toBe(true);
    expect(holds(quota({ isLimited: false }), 'swift-4.2')).toBe(false);
    expect(holds(quota({ isLimited: false, windows: [used(100)] }), 'swift-4.2')).toBe(false);
    expect(holds(quota({ isLimited: false, windows: [forModels] }), 'swift-4.2')).toBe(true);
    const nearly = { ...forModels, usedPercent: 99.9 };
    expect(holds(quota({ isLimited: false, windows: [nearly] }), 'swift-4.2')).toBe(false);
  });

  it('gives way to one that lasts longer', () => {
    const cooldowns = [
      { ...cooldown, forModel: 'swift-4.2' },
      { ...cooldown, until: at(2 * HOUR_MS), forModel: 'swift-4-2' },
      { ...cooldown, until: at(3 * HOUR_MS), forModel: 'big-model' },
    ];
    expect(limited({ cooldowns }, 'swift-4.2')).toEqual({ until: at(2 * HOUR_MS), source: 'turn' });
    const told = (ms: number) => readOf({ isLimited: true, windows: [{ ...used(100), resetsAt: at(ms) }] });
    const both = (ms: number) => limited({ ...told(ms), cooldowns: [cooldown] });
    expect(both(HOUR_MS)).toEqual({ until: at(HOUR_MS), source: 'turn' });
    expect(both(HOUR_MS + 1)).toEqual({ until: at(HOUR_MS + 1), source: 'reading' });
    expect(both(HOUR_MS - 1)).toEqual({ until: at(HOUR_MS), source: 'turn' });
  });

  it('is never longer than 31 days, never over, and never for other turns', () => {
    fc.assert(
      fc.property(backendQuotaArbitrary, wantedArbitrary, (quota, model) => {
        const found = limited(quota, model);
        if (found === undefined) return;
        const untilMs = Date.parse(found.until);
        expect(untilMs).toBeGreaterThanOrEqual(NOW_MS);
        expect(untilMs).toBeLessThanOrEqual(NOW_MS + COOLDOWN_MAX_MS);
        if (found.source === 'reading') return void expect(quota.reading?.isLimited).toBe(true);
        const isMet = quota.cooldowns.some(
          (one) =>
            stops(one, model) &&
            Date.parse(one.observedAt) <= NOW_MS &&
            untilMs === Math.min(Date.parse(one.until), Date.parse(one.observedAt) + COOLDOWN_MAX_MS),
        );
        expect(isMet).toBe(true);
      }),
    );
  });

  it('says the same whatever else was met by other turns, and in whatever order', () => {
    fc.assert(
      fc.property(backendQuotaArbitrary, wantedArbitrary, (quota, model) => {
        const turned = { ...quota, cooldowns: quota.cooldowns.toReversed() };
        expect(headroom(turned, model)).toEqual(headroom(quota, model));
        const others = quota.cooldowns.map((one) => ({ ...one, forModel: 'another-model' }));
        const more = { ...quota, cooldowns: [...quota.cooldowns, ...others] };
        expect(headroom(more, model)).toEqual(headroom(quota, model));
      }),
    );
  });
});
