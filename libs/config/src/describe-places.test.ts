import type { Environment } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { describePlaces } from './describe-places.js';
import { locationsOf } from './locations-of.js';

const placesIn = (variables: Record<string, string>) => {
  const environment: Environment = {
    variables,
    platform: 'linux',
    homeDirectory: '/home/ada',
    workingDirectory: '/work',
  };
  return describePlaces(environment, locationsOf(environment));
};
const priceList = (value: string) =>
  placesIn({ COAGENT8_PRICES_URL: value }).find(({ place }) => place === 'priceList')?.value;

describe('describePlaces', () => {
  it('says what is by default', () => {
    expect(placesIn({ COAGENT8_DIR: '', COAGENT8_HISTORY: '' })).toEqual([
      { place: 'dataRoot', value: '/home/ada/.coagent8', source: 'default' },
      { place: 'configFile', value: '/home/ada/.coagent8/config.json', source: 'default' },
      { place: 'priceList', source: 'default' },
    ]);
  });

  it('names each variable as it is spelt', () => {
    const places = placesIn({
      coagent8_DIR: '~/data',
      COAGENT8_CONFIG: '/etc/c8.json',
      coagent8_CONFIG: '/old.json',
      COAGENT8_PRICES_URL: '/srv/prices.json',
      coagent8_HISTORY: 'off',
    });
    expect(places).toEqual([
      { place: 'dataRoot', value: '/home/ada/data', source: 'environment', variable: 'coagent8_DIR' },
      { place: 'configFile', value: '/etc/c8.json', source: 'environment', variable: 'COAGENT8_CONFIG' },
      {
        place: 'priceList',
        value: '/srv/prices.json',
        source: 'environment',
        variable: 'COAGENT8_PRICES_URL',
      },
      { place: 'history', value: 'off', source: 'environment', variable: 'coagent8_HISTORY' },
    ]);
  });

  it('says that who moves the data root moves the file', () => {
    expect(placesIn({ COAGENT8_DIR: '/data' })[1]).toEqual({
      place: 'configFile',
      value: '/data/config.json',
      source: 'environment',
      variable: 'COAGENT8_DIR',
    });
  });

  it.each([
    ['https://ada:hush@prices.example:8443/list?key=hush#hush', 'https://prices.example:8443/list'],
    ['file:///srv/prices.json?hush', 'file:///srv/prices.json'],
    ['/srv/p\u001b.json', '/srv/p .json'],
    ['hush', undefined],
    ['~/hush', undefined],
    ['ftp://ada:hush@example/', undefined],
    ['data:hush', undefined],
  ])('shows of the price list %j no more than %j', (text, shown) => {
    expect(priceList(text)).toBe(shown);
  });

  it('shows no secret of an address', () => {
    fc.assert(
      fc.property(fc.webUrl(), (address) => {
        const url = new URL(address);
        Object.assign(url, { username: 'ada', password: 'hush-1', search: 'k=hush-2', hash: 'hush-3' });
        expect(priceList(url.href)).not.toContain('hush');
      }),
    );
  });

  it('tells nothing of a history that is not switched off', () => {
    expect(placesIn({ COAGENT8_HISTORY: 'OFF' })).toHaveLength(3);
  });
});
