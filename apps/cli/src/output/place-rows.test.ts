import { PUBLIC_PRICE_LIST } from '@coagent8/models';
import { describe, expect, it } from '@jest/globals';

import { placeRows } from './place-rows.js';

const PLAIN = { strong: String, dim: String, alert: String };

describe('placeRows', () => {
  it('names the public list where no other is named', () => {
    expect(
      placeRows(
        [
          { place: 'dataRoot', value: '/d', source: 'environment', variable: 'COAGENT8_DIR' },
          { place: 'priceList', source: 'default' },
        ],
        PLAIN,
      ),
    ).toEqual(['data root   COAGENT8_DIR  /d', `price list  default       ${PUBLIC_PRICE_LIST}`]);
  });

  it('says that a list cannot be one', () => {
    const place = { place: 'priceList', source: 'environment', variable: 'COAGENT8_PRICES_URL' } as const;
    expect(placeRows([place], PLAIN)).toEqual([
      'price list  COAGENT8_PRICES_URL  neither an address nor an absolute path',
    ]);
  });
});
