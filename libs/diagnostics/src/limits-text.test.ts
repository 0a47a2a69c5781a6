import { describe, expect, it } from '@jest/globals';

import { cooldownText, headroomText, windowText } from './limits-text.js';

const NOW = '2026-05-01T12:00:00.000Z';

describe('windowText', () => {
  it.each([
    [{ usedPercent: 0 }, '0 % used, 100 % left'],
    [{ usedPercent: 0.4 }, '0 % used, 100 % left'],
    [{ usedPercent: 18.9 }, '18 % used, 82 % left'],
    [{ usedPercent: 99.9 }, '99 % used, 1 % left'],
    [{ usedPercent: 100 }, '100 % used, 0 % left'],
    [{}, 'use not known'],
  ])('says of %j whole percents, and none left only where all is used', (change, text) => {
    expect(windowText({ name: 'w', ...change }, NOW)).toBe(`w: ${text}`);
  });

  it.each([
    [300, '5 hours'],
    [60, '1 hour'],
    [90, '90 minutes'],
    [1_440, '1 day'],
    [10_080, '7 days'],
    [1, '1 minute'],
  ])('says how long %i minutes are', (windowMinutes, text) => {
    expect(windowText({ name: 'w', windowMinutes, usedPercent: 1 }, NOW)).toContain(`w (${text}): `);
  });

  it('says what it is for and when it ends', () => {
    const window = { name: 'w', models: ['a', 'b'], usedPercent: 1, resetsAt: '2026-05-02T09:30:00.000Z' };
    const text = 'w (for a, b): 1 % used, 99 % left';
    expect(windowText(window, NOW)).toBe(`${text}, resets 2026-05-02 09:30 UTC`);
    expect(windowText({ ...window, resetsAt: NOW }, NOW)).toBe(`${text}, reset since, 2026-05-01 12:00 UTC`);
  });
});

describe('headroomText', () => {
  const reading = { readAt: '2026-05-01T11:57:00.000Z', windows: [{ name: 'w' }] };
  const until = '2026-05-01T15:00:00.000Z';

  it.each<[object, string]>([
    [{}, 'not known'],
    [{ reading }, 'not known: last asked 3 minutes ago'],
    [
      { reading: { ...reading, windows: [], unknownBecause: 'no plan' } },
      'not known: no plan (asked 3 minutes ago)',
    ],
    [{ headroom: { leftPercent: 0.2, readAt: reading.readAt } }, '1 % left, seen 3 minutes ago'],
    [{ headroom: { leftPercent: 0, readAt: reading.readAt } }, '0 % left, seen 3 minutes ago'],
    [{ headroom: { leftPercent: 82, readAt: '2026-05-01T13:00:00.000Z' } }, '82 % left, seen just now'],
    [
      { headroom: { limited: { until, source: 'turn' } } },
      'limited until 2026-05-01 15:00 UTC, as a turn was told',
    ],
    [
      { headroom: { leftPercent: 0, limited: { until, source: 'reading' } } },
      'limited until 2026-05-01 15:00 UTC, as it says itself',
    ],
    [
      { reading, headroom: { leftPercent: 0, limited: { until, source: 'reading' } } },
      'limited until 2026-05-01 15:00 UTC, as it said 3 minutes ago',
    ],
  ])('says of %j no more than is known', (facts, text) => {
    expect(headroomText(facts, NOW)).toBe(text);
  });

  it('does not repeat a time that is none', () => {
    expect(headroomText({ headroom: { limited: { until: '\n# x', source: 'turn' } } }, NOW)).not.toContain(
      '#',
    );
  });
});

describe('cooldownText', () => {
  const limit = { observedAt: '2026-05-01T11:00:00.000Z', until: '2026-05-01T15:00:00.000Z' };
  const rest = 'until 2026-05-01 15:00 UTC (one was told so 1 hour ago)';

  it.each([
    [{}, 'all turns'],
    [{ forModel: null }, 'turns that name no model'],
    [{ forModel: 'big' }, 'turns with big'],
  ])('says of %j which turns it stops', (change, turns) => {
    expect(cooldownText({ ...limit, ...change }, NOW)).toBe(`${turns} ${rest}`);
  });
});
