import { describe, expect, it } from '@jest/globals';

import { priceOf } from '../test/made-up-models.js';
import { shownModel, SHOWN_MODEL_MAX_CHARACTERS } from './shown-model.js';
import { shownPrice, shownUsd } from './shown-price.js';

describe('shownModel', () => {
  it.each(['swift-4.2', 'vendor/Swift-4.2[1m]', 'swift:8b@20260131', 'm'.repeat(SHOWN_MODEL_MAX_CHARACTERS)])(
    'shows %s as it is',
    (name) => {
      expect(shownModel(name)).toBe(name);
    },
  );

  it.each(['m'.repeat(SHOWN_MODEL_MAX_CHARACTERS + 1), 'a`b', '$(id)', '\u001b[31m', 'a\nb', ''])(
    'shows no more of %j than its size',
    (name) => {
      expect(shownModel(name)).toBe(`a text of ${name.length} characters`);
    },
  );
});

it('shows prices without the digits of binary fractions, and says when they are approximate', () => {
  expect(shownUsd(0.1 + 0.2)).toBe('0.3');
  expect(shownUsd(20.01)).toBe('20.01');
  expect([shownUsd(0), shownUsd(1e-7), shownUsd(1_234_567)]).toEqual(['0', '0.0000001', '1234567']);
  expect(shownPrice(priceOf('a', 25))).toBe('25 USD per million output tokens');
  expect(shownPrice({ ...priceOf('a', 25), match: 'approximate' })).toBe(
    '25 USD per million output tokens (approximate)',
  );
});
