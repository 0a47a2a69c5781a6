import { describe, expect, it } from '@jest/globals';

import { ageText } from './age-text.js';

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
