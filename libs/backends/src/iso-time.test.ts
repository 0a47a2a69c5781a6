import { describe, expect, it } from '@jest/globals';

import { isoTime, isoTimeOf } from './iso-time.js';

describe('isoTime', () => {
  it('is a time in UTC', () => {
    expect(isoTime(1_800_000_000_000)).toBe('2027-01-15T08:00:00.000Z');
    expect(isoTime(253_402_300_799_999)).toBe('9999-12-31T23:59:59.999Z');
  });

  it.each([NaN, Infinity, 1e300, 253_402_300_800_000])('is unknown for %p', (ms) => {
    expect(isoTime(ms)).toBeUndefined();
  });
});

describe('isoTimeOf', () => {
  it('takes any zone', () => {
    expect(isoTimeOf('2026-12-01T08:00:00.123456+02:00')).toBe('2026-12-01T06:00:00.123Z');
    expect(isoTimeOf('2026-12-01T08:00:00Z')).toBe('2026-12-01T08:00:00.000Z');
  });

  it.each(['', '1', 'tomorrow', '2026-13-01T00:00:00Z', '2026-12-01'])('is unknown for %j', (text) => {
    expect(isoTimeOf(text)).toBeUndefined();
  });
});
