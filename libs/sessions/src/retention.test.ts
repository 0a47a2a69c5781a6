import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { NOW, recordIn } from '../test/made-up-records.js';
import { ageMs, isAwake, isKept, SESSION_IDLE_MAX_MS, SESSION_KEPT_MS } from './retention.js';

const ago = (ms: number) => new Date(NOW - ms).toISOString();

describe('retention', () => {
  it('is two hours and seven days', () => {
    expect([SESSION_IDLE_MAX_MS, SESSION_KEPT_MS]).toEqual([7_200_000, 604_800_000]);
  });

  it('lets a session wait two hours, and not a millisecond more', () => {
    expect(isAwake(recordIn('answered', { usedAt: ago(SESSION_IDLE_MAX_MS) }), NOW)).toBe(true);
    expect(isAwake(recordIn('answered', { usedAt: ago(SESSION_IDLE_MAX_MS + 1) }), NOW)).toBe(false);
  });

  it('never lets a turn under way fall asleep', () => {
    expect(isAwake(recordIn('running', { usedAt: ago(SESSION_KEPT_MS * 2) }), NOW)).toBe(true);
  });

  it('keeps for seven days, and not a millisecond more', () => {
    expect(isKept(ago(SESSION_KEPT_MS), NOW)).toBe(true);
    expect(isKept(ago(SESSION_KEPT_MS + 1), NOW)).toBe(false);
    expect(isKept(NOW - SESSION_KEPT_MS - 1, NOW)).toBe(false);
  });

  it('loses nothing to a clock that was set back, however far', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 41 }), (ms) => {
        expect(ageMs(ago(-ms), NOW)).toBe(0);
        expect(isKept(ago(-ms), NOW)).toBe(true);
        expect(isAwake(recordIn('failed', { usedAt: ago(-ms) }), NOW)).toBe(true);
      }),
    );
  });
});
