import { ACTIVE_STATES, SESSION_STATES } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { handleOf, NOW, recordIn } from '../test/made-up-records.js';
import { settleDead } from './change-record.js';
import { planReconciliation } from './plan-reconciliation.js';
import { SESSION_KEPT_MS } from './retention.js';
import { isActive } from './session-state.js';

const handle = handleOf('a');
const usedAgo = (ms: number) => ({ usedAt: new Date(NOW - ms).toISOString() });
const OLD = usedAgo(SESSION_KEPT_MS + 1);
const TOKEN = 'c'.repeat(32);

describe('planReconciliation', () => {
  it.each(ACTIVE_STATES)('interrupts a turn that is %s and whose owner is dead, however old', (state) => {
    for (const record of [recordIn(state), recordIn(state, OLD)])
      expect(planReconciliation({ handle, record, isOwnerAlive: false }, NOW)).toBe('interrupt');
  });

  it.each(ACTIVE_STATES)('leaves a turn that is %s to the owner who lives, however old', (state) => {
    for (const record of [recordIn(state), recordIn(state, OLD)])
      expect(planReconciliation({ handle, record, isOwnerAlive: true, answeredToken: TOKEN }, NOW)).toBe(
        'leave',
      );
  });

  it('knows a dead turn as answered by its own answer alone', () => {
    const found = { handle, record: recordIn('running'), isOwnerAlive: false };
    expect(planReconciliation({ ...found, answeredToken: TOKEN }, NOW)).toBe('answer');
    expect(planReconciliation({ ...found, answeredToken: 'd'.repeat(32) }, NOW)).toBe('interrupt');
  });

  it.each(['answered', 'failed', 'cancelled', 'interrupted', 'closed'] as const)(
    'removes one that is %s after seven days',
    (state) => {
      const found = (changes: object) => ({ handle, record: recordIn(state, changes), isOwnerAlive: false });
      expect(planReconciliation(found(usedAgo(SESSION_KEPT_MS)), NOW)).toBe('leave');
      expect(planReconciliation(found(OLD), NOW)).toBe('remove');
    },
  );

  it.each([
    ['damaged', 'remove'],
    ['older', 'remove'],
    ['newer', 'leave'],
    ['unreadable', 'leave'],
  ] as const)('makes of one that is %s and older than seven days: %s', (fault, expected) => {
    expect(planReconciliation({ handle, fault, writtenAtMs: NOW - SESSION_KEPT_MS - 1 }, NOW)).toBe(expected);
    expect(planReconciliation({ handle, fault, writtenAtMs: NOW - SESSION_KEPT_MS }, NOW)).toBe('leave');
  });

  it('leaves nothing under way without an owner who lives, and has nothing more to do the second time', () => {
    const found = fc.record({
      state: fc.constantFrom(...SESSION_STATES),
      ageMs: fc.integer({ min: -SESSION_KEPT_MS, max: 2 * SESSION_KEPT_MS }),
      isOwnerAlive: fc.boolean(),
      answeredToken: fc.constantFrom(TOKEN, 'd'.repeat(32), undefined),
    });
    fc.assert(
      fc.property(found, ({ state, ageMs, isOwnerAlive, answeredToken }) => {
        const record = recordIn(state, usedAgo(ageMs));
        const facts = { handle, isOwnerAlive, ...(answeredToken && { answeredToken }) };
        const plan = planReconciliation({ ...facts, record }, NOW);
        if (plan !== 'answer' && plan !== 'interrupt') {
          expect(isActive(state) && !isOwnerAlive).toBe(false);
          return;
        }
        const settled = settleDead(record, plan);
        expect(isActive(settled.state)).toBe(false);
        const again = planReconciliation({ ...facts, record: settled }, NOW);
        expect(again).toBe(ageMs > SESSION_KEPT_MS ? 'remove' : 'leave');
      }),
    );
  });
});
