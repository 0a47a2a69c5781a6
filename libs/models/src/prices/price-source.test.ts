import { describe, expect, it } from '@jest/globals';

import {
  parsePriceSource,
  PRICES_VARIABLE,
  PUBLIC_PRICE_LIST,
  SENT_ADDRESS_MAX_CHARACTERS,
  shownSentAddress,
} from './price-source.js';

describe('parsePriceSource', () => {
  it.each([
    [PUBLIC_PRICE_LIST, PUBLIC_PRICE_LIST],
    ['http://127.0.0.1:8080/models', 'http://127.0.0.1:8080/models'],
    ['HTTPS://user:secret@prices.example/a?key=secret#secret', 'https://prices.example/a'],
  ])('takes %s for an address and shows %s', (source, shown) => {
    expect(parsePriceSource(source)).toMatchObject({ kind: 'web', shown });
  });

  it.each([
    ['/prices/list.json', '/prices/list.json'],
    ['file:///prices/my%20list.json', '/prices/my list.json'],
    ['/prices/\u001b[31mlist.json', '/prices/?[31mlist.json'],
  ])('takes %j for a file and shows %j', (source, shown) => {
    expect(parsePriceSource(source)).toMatchObject({ kind: 'file', shown });
  });

  it.each([
    'prices.json',
    './prices.json',
    '~/prices.json',
    'ftp://prices.example/list',
    'data:application/json,{}',
    'file://other-machine/list.json',
    'file:///a%2Fb',
    'file:///a%00b',
    '/a\0b',
    'http://',
    '',
    'javascript:0',
  ])('takes %j for nothing, and does not show it', (source) => {
    expect(parsePriceSource(source)).toEqual({ kind: 'unusable', shown: PRICES_VARIABLE });
  });
});

describe('shownSentAddress', () => {
  const start = 'https://prices.example/';
  const address = (characters: number) =>
    new URL(`${start}${'x'.repeat(characters - start.length)}?token=hidden`);

  it('repeats an address up to its limit, and of a longer one the length', () => {
    const most = shownSentAddress(address(SENT_ADDRESS_MAX_CHARACTERS));
    expect(most).toBe(`${start}${'x'.repeat(SENT_ADDRESS_MAX_CHARACTERS - start.length)}`);
    expect(shownSentAddress(address(SENT_ADDRESS_MAX_CHARACTERS + 1))).toBe('an address of 257 characters');
  });
});
