import { describe, expect, it } from '@jest/globals';

import { heldCooldowns } from './held-cooldowns.js';

const NOW_MS = Date.parse('2026-05-01T12:00:00.000Z');
const observedAt = '2026-05-01T11:00:00.000Z';

describe('heldCooldowns', () => {
  it.each([[{}], [{ forModel: null }], [{ forModel: 'big-model' }]])(
    'tells of %j an end that is believed',
    (scope) => {
      const cooldown = { observedAt, until: '2100-01-01T00:00:00.000Z', ...scope };
      expect(heldCooldowns({ cooldowns: [cooldown] }, NOW_MS)).toEqual([
        { ...cooldown, until: '2026-06-01T11:00:00.000Z' },
      ]);
    },
  );

  it('leaves the end that an agent told, and out what is over', () => {
    const cooldown = { observedAt, until: '2026-05-01T12:00:00.001Z' };
    expect(heldCooldowns({ cooldowns: [cooldown] }, NOW_MS)).toEqual([cooldown]);
    expect(heldCooldowns({ cooldowns: [cooldown] }, NOW_MS + 1)).toEqual([]);
  });
});
