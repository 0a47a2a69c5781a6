import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { ENTRY_NAME_MAX_CHARACTERS, parsePriceList } from './price-list.js';

const listOf = (...data: readonly unknown[]) => JSON.stringify({ data });
const entry = (id: unknown, pricing: unknown) => ({ id, pricing });
/** The only entry of a list of one. */
const parsed = (value: unknown) => {
  const list = parsePriceList(listOf(value));
  return list.ok ? list.entries[0] : undefined;
};

describe('parsePriceList', () => {
  it('takes prices per token for prices per million', () => {
    const text = listOf({
      id: 'vendor/swift-4.2',
      canonical_slug: 'vendor/swift-4.2-20260131',
      name: 'Vendor: Swift 4.2',
      context_length: 200_000,
      pricing: { prompt: '0.000005', completion: '0.000025', input_cache_read: '0.0000005', image: '0' },
    });
    expect(parsePriceList(text)).toEqual({
      ok: true,
      entries: [
        {
          name: 'vendor/swift-4.2',
          outputUsdPerMillion: 25,
          inputUsdPerMillion: 5,
          cachedInputUsdPerMillion: 0.5,
        },
      ],
    });
  });

  it.each([
    ['0.000025', 25],
    ['0.00002', 20],
    ['0.00002001', 20.01],
    ['0.0000004', 0.4],
    ['0.00000057', 0.57],
    ['0.0000007', 0.7],
    ['0', 0],
    ['.5', 500_000],
    ['2.5e-5', 25],
    [0.000025, 25],
    [0, 0],
  ])('takes %j per token for %d', (completion, price) => {
    expect(parsed(entry('swift', { completion }))?.outputUsdPerMillion).toBe(price);
  });

  it.each([
    '-1',
    '-0.000001',
    -1,
    '',
    ' ',
    'free',
    '0x10',
    '1,5',
    '1e400',
    'NaN',
    'Infinity',
    null,
    undefined,
    true,
    [],
    {},
    ['0.000025'],
  ])('leaves out an entry at %j', (completion) => {
    expect(parsed(entry('swift', { completion, prompt: '0.000005' }))).toBeUndefined();
  });

  it('tells a long text that is no number in one pass', () => {
    const completion = `${'1'.repeat(1_000_000)}x`;
    expect(parsed(entry('swift', { completion, prompt: '0.000005' }))).toBeUndefined();
  });

  it('keeps an entry without usable prices of input', () => {
    expect(parsed(entry('swift', { completion: '0.00001', prompt: '-1', input_cache_read: 'x' }))).toEqual({
      name: 'swift',
      outputUsdPerMillion: 10,
    });
  });

  it.each([
    'vendor/swift:free',
    'vendor/swift:batch',
    ':',
    '',
    'two words',
    'swift\u001b[31m',
    'swift\u200b',
    '\ud800',
    4,
    null,
    undefined,
    ['swift'],
  ])('leaves out the name %j', (id) => {
    expect(parsed(entry(id, { completion: '0.00001' }))).toBeUndefined();
  });

  it('takes names at the limit and leaves them out one past it', () => {
    const name = 'm'.repeat(ENTRY_NAME_MAX_CHARACTERS);
    expect(parsed(entry(name, { completion: '0.00001' }))).toMatchObject({ name });
    expect(parsed(entry(`${name}m`, { completion: '0.00001' }))).toBeUndefined();
  });

  it('keeps what is usable beside what is not', () => {
    const text = listOf(
      null,
      'text',
      4,
      [],
      {},
      entry('swift', null),
      entry('big', { completion: '0.00001' }),
    );
    expect(parsePriceList(text)).toMatchObject({ ok: true, entries: [{ name: 'big' }] });
  });

  it('keeps entries of one name', () => {
    const text = listOf(entry('swift', { completion: '0.00001' }), entry('swift', { completion: '0.00002' }));
    expect(parsePriceList(text)).toMatchObject({
      entries: [{ outputUsdPerMillion: 10 }, { outputUsdPerMillion: 20 }],
    });
  });

  it.each([
    ['', 'it is not JSON'],
    ['<!doctype html><title>Sign in</title>', 'it is not JSON'],
    ['{"data":[', 'it is not JSON'],
    ['['.repeat(100_000), 'it is not JSON'],
    ['null', 'it has no list called "data"'],
    ['[]', 'it has no list called "data"'],
    ['{"models":[]}', 'it has no list called "data"'],
    ['{"data":{"0":{}}}', 'it has no list called "data"'],
    ['{"data":[]}', 'none of its 0 entries has a usable name and price'],
    [listOf({}, entry('a:free', { completion: '0' })), 'none of its 2 entries has a usable name and price'],
  ])('says what is wrong with %.30j', (text, problem) => {
    expect(parsePriceList(text)).toEqual({ ok: false, problem });
  });

  it('takes any JSON without throwing, and never a price that is none', () => {
    const price = fc.oneof(fc.string(), fc.double(), fc.constant('0.00001'));
    const likely = fc.record({ id: fc.string(), pricing: fc.record({ completion: price, prompt: price }) });
    fc.assert(
      fc.property(fc.array(fc.oneof(likely, fc.jsonValue())), (data) => {
        const list = parsePriceList(JSON.stringify({ data }));
        for (const { outputUsdPerMillion } of list.ok ? list.entries : [])
          expect(outputUsdPerMillion >= 0 && Number.isFinite(outputUsdPerMillion)).toBe(true);
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => expect(parsePriceList(text)).toHaveProperty('ok')));
  });
});
