import { describe, expect, it } from '@jest/globals';

import {
  COOLDOWN_MODEL_MAX_CHARACTERS,
  cooldownSchema,
  QUOTA_TEXT_MAX_CHARACTERS,
  QUOTA_WINDOWS_MAX,
  quotaReadingSchema,
} from './quota.js';

const readAt = '2026-12-01T08:00:00.000Z';
const accepts = (reading: Record<string, unknown>) =>
  quotaReadingSchema.safeParse({ readAt, windows: [], ...reading }).success;
const acceptsWindow = (window: Record<string, unknown>) =>
  accepts({ windows: [{ name: 'weekly', ...window }] });

describe('quotaReadingSchema', () => {
  it('takes what is known and what is not', () => {
    expect(accepts({})).toBe(true);
    expect(accepts({ plan: 'plus', isLimited: false, unknownBecause: 'nobody is signed in' })).toBe(true);
    expect(acceptsWindow({})).toBe(true);
    expect(
      acceptsWindow({ usedPercent: 37.5, resetsAt: readAt, windowMinutes: 300, models: ['swift-4.2'] }),
    ).toBe(true);
  });

  it.each([
    [0, true],
    [100, true],
    [-0.1, false],
    [100.1, false],
    [NaN, false],
    [null, false],
  ])('takes a part of %p percent: %p', (usedPercent, isTaken) => {
    expect(acceptsWindow({ usedPercent })).toBe(isTaken);
  });

  it('has a bound for texts and for windows', () => {
    const text = 'x'.repeat(QUOTA_TEXT_MAX_CHARACTERS);
    const windows = Array.from({ length: QUOTA_WINDOWS_MAX }, () => ({ name: text }));
    expect(accepts({ windows })).toBe(true);
    expect(accepts({ windows: [...windows, { name: text }] })).toBe(false);
    expect(acceptsWindow({ name: `${text}x` })).toBe(false);
    expect(acceptsWindow({ name: '' })).toBe(false);
  });

  it.each(['email', 'accountId'])('has no room for the %s of an account', (member) => {
    expect(accepts({ [member]: 'someone' })).toBe(false);
    expect(acceptsWindow({ [member]: 'someone' })).toBe(false);
  });
});

describe('cooldownSchema', () => {
  const takes = (part: Record<string, unknown>) =>
    cooldownSchema.safeParse({ observedAt: readAt, until: readAt, ...part }).success;

  it('is for every turn, for those that want a model, or for those that want none in particular', () => {
    expect(takes({})).toBe(true);
    expect(takes({ forModel: null })).toBe(true);
    expect(takes({ forModel: 'x'.repeat(COOLDOWN_MODEL_MAX_CHARACTERS) })).toBe(true);
    expect(takes({ forModel: 'x'.repeat(COOLDOWN_MODEL_MAX_CHARACTERS + 1) })).toBe(false);
    expect(takes({ forModel: '' })).toBe(false);
    expect(takes({ forModel: ['swift-4.2'] })).toBe(false);
  });

  it.each(['tomorrow', '', 1, null, undefined, '2026-12-01T08:00:00+01:00', '2026-02-30T08:00:00Z'])(
    'does not take %p for a time',
    (time) => {
      expect(takes({ until: time })).toBe(false);
      expect(takes({ observedAt: time })).toBe(false);
    },
  );

  it('has no room for anything else', () => {
    expect(takes({ accountId: 'someone' })).toBe(false);
  });
});
