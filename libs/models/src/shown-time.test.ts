import { describe, expect, it } from '@jest/globals';

import { shownAge, shownTime } from './shown-time.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

describe('shownAge', () => {
  it.each([
    [0, 'just now'],
    [MINUTE_MS - 1, 'just now'],
    [MINUTE_MS, '1 minute ago'],
    [HOUR_MS - 1, '59 minutes ago'],
    [HOUR_MS, '1 hour ago'],
    [2 * DAY_MS - 1, '47 hours ago'],
    [2 * DAY_MS, '2 days ago'],
  ])('calls %i ms %s', (ageMs, shown) => {
    expect(shownAge(ageMs)).toBe(shown);
  });
});

describe('shownTime', () => {
  it.each([
    ['2026-05-01T15:00:00.000Z', '2026-05-01 15:00 UTC'],
    ['2026-05-01T15:00:00.001Z', '2026-05-01 15:01 UTC'],
    ['2026-05-01T17:00:00+02:00', '2026-05-01 15:00 UTC'],
    ['2026-12-31T23:59:01Z', '2027-01-01 00:00 UTC'],
    ['9999-12-31T23:59:59Z', '+010000-01-01 00:00 UTC'],
    ['in an hour', 'a time that is not known'],
    ['', 'a time that is not known'],
  ])('tells %j as %s', (moment, shown) => {
    expect(shownTime(moment)).toBe(shown);
  });
});
