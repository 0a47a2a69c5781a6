import { describe, expect, it } from '@jest/globals';

import { resetTime } from './quota.js';

describe('resetTime', () => {
  it('is that of the limit that refused', () => {
    expect(resetTime({ status: 'rejected', resetsAt: 4_102_444_800 })).toBe('2100-01-01T00:00:00.000Z');
  });

  it.each([
    undefined,
    { status: 'allowed_warning', resetsAt: 4_102_444_800 },
    { status: 'rejected' },
    { status: 'rejected', resetsAt: 1e20 },
  ])('is not known from %j', (limit) => {
    expect(resetTime(limit)).toBeUndefined();
  });
});
