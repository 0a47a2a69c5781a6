import { describe, expect, it } from '@jest/globals';

import { priceListSource } from './price-list-source.js';

const sourceIn = (variables: Record<string, string>) =>
  priceListSource({ variables, platform: 'linux', homeDirectory: '/home/ada', workingDirectory: '/work' });

describe('priceListSource', () => {
  it('is what the user names, as they spell it', () => {
    expect(sourceIn({ COAGENT8_PRICES_URL: 'file:///srv/prices.json' })).toBe('file:///srv/prices.json');
    expect(sourceIn({ coagent8_PRICES_URL: '/old.json' })).toBe('/old.json');
    expect(sourceIn({ coagent8_PRICES_URL: '/old.json', COAGENT8_PRICES_URL: '/new.json' })).toBe(
      '/new.json',
    );
  });

  it('is nothing where they name none', () => {
    expect(sourceIn({})).toBeUndefined();
    expect(sourceIn({ COAGENT8_PRICES_URL: '' })).toBeUndefined();
  });
});
