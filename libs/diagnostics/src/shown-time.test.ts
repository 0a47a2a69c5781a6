import { describe, expect, it } from '@jest/globals';

import { ageText, shownTime } from './shown-time.js';

describe('shownTime', () => {
  it('is to the minute, and repeats nothing that is no time', () => {
    expect(shownTime('2026-05-01T09:30:59.999Z')).toBe('2026-05-01 09:30 UTC');
    expect(shownTime('\n# x')).toBe('a time that is not known');
  });
});

describe('ageText', () => {
  it.each([
    ['2026-05-01T11:57:00.000Z', '3 minutes ago'],
    ['2026-05-01T12:00:00.000Z', 'just now'],
    ['2026-06-01T12:00:00.000Z', 'just now'],
    ['no time', 'just now'],
  ])('of %s is %s', (moment, text) => {
    expect(ageText(moment, '2026-05-01T12:00:00.000Z')).toBe(text);
  });
});
