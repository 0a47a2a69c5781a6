import { describe, expect, it } from '@jest/globals';

import { resetTime } from './quota.js';

describe('resetTime', () => {
  it('is the reset of the window that is used up', () => {
    const limits = {
      primary: { usedPercent: 100, resetsAt: 1_800_000_000 },
      secondary: { usedPercent: 42, resetsAt: 1 },
    };
    expect(resetTime(limits)).toBe('2027-01-15T08:00:00.000Z');
  });

  it('is the later one of two', () => {
    const limits = {
      primary: { usedPercent: 100, resetsAt: 1_800_000_000 },
      secondary: { usedPercent: 100, resetsAt: 1_800_086_400 },
    };
    expect(resetTime(limits)).toBe('2027-01-16T08:00:00.000Z');
  });

  it.each([
    [undefined],
    [{ primary: null, secondary: null }],
    [{ primary: { usedPercent: 99, resetsAt: 1_800_000_000 } }],
    [{ primary: { usedPercent: 100, resetsAt: null } }],
    [{ primary: { usedPercent: 100, resetsAt: 1e300 } }],
  ])('is unknown for %j', (limits) => {
    expect(resetTime(limits)).toBeUndefined();
  });
});
