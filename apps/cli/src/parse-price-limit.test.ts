import { describe, expect, it } from '@jest/globals';

import { parsePriceLimit } from './parse-price-limit.js';

describe('parsePriceLimit', () => {
  it.each([
    ['5', 5],
    ['0.5', 0.5],
    ['020.010', 20.01],
    ['0.000001', 0.000001],
  ])('%s is %d', (input, price) => {
    expect(parsePriceLimit(input)).toBe(price);
  });

  it.each([
    '0',
    '0.0',
    '-1',
    '+5',
    '5e3',
    '.5',
    '5.',
    '0x5',
    '5 USD',
    '$5',
    '1,5',
    'NaN',
    'Infinity',
    ' 5',
    '',
  ])('refuses %j', (input) => {
    expect(() => parsePriceLimit(input)).toThrow(
      expect.objectContaining({ code: 'INPUT_LIMIT', message: expect.stringContaining('is not a price') }),
    );
  });

  it('refuses what is too long to be a number', () => {
    expect(() => parsePriceLimit('9'.repeat(400))).toThrow('a text of 400 characters is not a price');
  });
});
