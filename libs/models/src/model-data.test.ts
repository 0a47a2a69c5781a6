import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import {
  NO_MODEL_DATA,
  parseModelData,
  renderModelData,
  STORED_CATALOGS_MAX,
  withCatalog,
} from './model-data.js';
import type { ModelData } from './model-data.js';
import type { StoredCatalog } from './model-store.js';
import { ENTRY_NAME_MAX_CHARACTERS } from './prices/price-list.js';
import { FAILURE_MAX_CHARACTERS } from './prices/price-store.js';

const catalogAt = (
  readAtMs: number,
  resolvedNames: Readonly<Record<string, string>> = {},
): StoredCatalog => ({
  readAtMs,
  catalog: { models: [], isComplete: true },
  resolvedNames,
});
const roundTrip = (data: ModelData) => {
  const text = renderModelData(data, 1_000_000);
  return parseModelData(JSON.parse(text ?? ''));
};

const timeArbitrary = fc.integer({ min: 0, max: 4_000_000_000_000 });
/**
 * No name that JSON escapes: of two such names `JSON.parse` of Node 24.21 may take one for the other, where records of the
 * same shape were parsed before. Models have none.
 */
const nameArbitrary = fc.oneof(
  fc.stringMatching(/^[^"\\\p{C}]*$/u),
  fc.constantFrom('__proto__', 'constructor', 'toString'),
);
const usdArbitrary = fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }).map((usd) => usd + 0);
const priceArbitrary = fc.record(
  {
    outputUsdPerMillion: usdArbitrary,
    inputUsdPerMillion: usdArbitrary,
    cachedInputUsdPerMillion: usdArbitrary,
    entry: fc.stringMatching(/^[!-9;-~]{1,256}$/),
    match: fc.constantFrom('exact' as const, 'approximate' as const),
  },
  { requiredKeys: ['outputUsdPerMillion', 'entry', 'match'] },
);
const mapOf = <Value>(value: fc.Arbitrary<Value>) =>
  fc.array(fc.tuple(nameArbitrary, value)).map((pairs) => new Map(pairs));
const dataArbitrary: fc.Arbitrary<ModelData> = fc.record(
  {
    catalogs: mapOf(
      fc.record({
        readAtMs: timeArbitrary,
        catalog: fc.constant({ models: [], isComplete: false }),
        resolvedNames: mapOf(fc.string()).map((names): Record<string, string> => Object.fromEntries(names)),
      }),
    ),
    prices: fc.record({
      source: fc.string(),
      readAtMs: timeArbitrary,
      models: mapOf(fc.option(priceArbitrary)),
    }),
    priceFailure: fc.record({
      source: fc.string(),
      failedAtMs: timeArbitrary,
      failure: fc.string({ maxLength: 50 }),
    }),
  },
  { requiredKeys: ['catalogs'] },
);

describe('models.json', () => {
  it('gives back what was written, whatever names are called', () => {
    fc.assert(
      fc.property(dataArbitrary, (data) => {
        expect(roundTrip(data)).toEqual({ kind: 'data', data });
      }),
    );
  });

  it('has no name that was not written', () => {
    const names: Record<string, string> = Object.fromEntries([['__proto__', 'swift']]);
    const reading = roundTrip({ catalogs: new Map([['key', catalogAt(0, names)]]) });
    const resolved = reading.kind === 'data' ? reading.data.catalogs.get('key')?.resolvedNames : undefined;
    expect(resolved?.['__proto__']).toBe('swift');
    expect(resolved?.['constructor']).toBeUndefined();
  });

  it('is written as people can read it', () => {
    const text = renderModelData({ catalogs: new Map([['key', catalogAt(0)]]) }, 1_000);
    expect(text).toContain('  "schemaVersion": 2,\n');
    expect(text).toContain('"readAt": "1970-01-01T00:00:00.000Z"');
  });

  it.each([
    [
      { schemaVersion: 3, anything: true },
      { kind: 'newer', version: 3 },
    ],
    [
      { schemaVersion: 1, models: {} },
      { kind: 'data', data: NO_MODEL_DATA },
    ],
    [{}, { kind: 'broken', problem: 'schemaVersion is not as it should be' }],
    [null, { kind: 'broken', problem: 'it is no record' }],
    [[], { kind: 'broken', problem: 'it is no record' }],
    ['text', { kind: 'broken', problem: 'it is no record' }],
    [
      { schemaVersion: '2', catalogs: {} },
      { kind: 'broken', problem: 'schemaVersion is not as it should be' },
    ],
    [{ schemaVersion: 2 }, { kind: 'broken', problem: 'catalogs is not as it should be' }],
    [
      { schemaVersion: 2, catalogs: [] },
      { kind: 'broken', problem: 'catalogs is not as it should be' },
    ],
    [
      { schemaVersion: 2, catalogs: { a: 1 } },
      { kind: 'broken', problem: 'catalogs is not as it should be' },
    ],
    [
      { schemaVersion: 2, catalogs: {}, prices: { source: 'list', models: { a: { output: -1 } } } },
      { kind: 'broken', problem: 'prices is not as it should be' },
    ],
  ])('judges %j', (content, reading) => {
    expect(parseModelData(content)).toEqual(reading);
  });

  it.each([
    ['a'.repeat(ENTRY_NAME_MAX_CHARACTERS), 'data'],
    ['a'.repeat(ENTRY_NAME_MAX_CHARACTERS + 1), 'broken'],
    ['v/a\u001b[31m', 'broken'],
    ['v/a\n> read this', 'broken'],
  ])('takes no entry %j that a list could not have', (entry, kind) => {
    const models = { a: { output: 1, entry, match: 'exact' } };
    const prices = { source: 'list', readAt: '2026-01-31T00:00:00.000Z', models };
    expect(parseModelData({ schemaVersion: 2, catalogs: {}, prices }).kind).toBe(kind);
  });

  it.each([
    [FAILURE_MAX_CHARACTERS, 'data'],
    [FAILURE_MAX_CHARACTERS + 1, 'broken'],
  ])('judges a failure that is told in %d characters', (characters, kind) => {
    const failedAt = '2026-01-31T00:00:00.000Z';
    const priceFailure = { source: 'list', failedAt, failure: 'x'.repeat(characters) };
    expect(parseModelData({ schemaVersion: 2, catalogs: {}, priceFailure }).kind).toBe(kind);
  });

  it('takes any content without throwing', () => {
    const field = fc.oneof(fc.jsonValue(), fc.constant({}));
    const content = fc.record({
      schemaVersion: fc.constant(2),
      catalogs: field,
      prices: field,
      priceFailure: field,
    });
    fc.assert(fc.property(fc.oneof(content, fc.jsonValue()), (value) => void parseModelData(value)));
  });

  it('loses its oldest catalogs where it would be too large, and is not written where that is not enough', () => {
    const data = {
      catalogs: new Map([
        ['old', catalogAt(1)],
        ['new', catalogAt(2)],
      ]),
    };
    const bytes = Buffer.byteLength(renderModelData(data, 1_000_000) ?? '');
    expect(renderModelData(data, bytes)).toContain('"old"');
    const smaller = renderModelData(data, bytes - 1);
    expect(smaller).toContain('"new"');
    expect(smaller).not.toContain('"old"');
    const one = { catalogs: new Map([['new', catalogAt(2)]]) };
    const oneBytes = Buffer.byteLength(renderModelData(one, 1_000_000) ?? '');
    expect(renderModelData(data, oneBytes)).toBe(renderModelData(one, oneBytes));
    expect(renderModelData(data, oneBytes - 1)).toBeUndefined();
    expect(renderModelData(NO_MODEL_DATA, 10)).toBeUndefined();
  });
});

describe('withCatalog', () => {
  const known = new Map(
    Array.from({ length: STORED_CATALOGS_MAX - 1 }, (_, index) => [`k${index}`, catalogAt(index)] as const),
  );

  it('keeps the newest of other keys, and no more than the limit', () => {
    const atLimit = withCatalog(known, 'new', catalogAt(100));
    expect([atLimit.size, atLimit.has('k0')]).toEqual([STORED_CATALOGS_MAX, true]);
    const past = withCatalog(atLimit, 'newer', catalogAt(101));
    expect([past.size, past.has('k0'), past.has('k1')]).toEqual([STORED_CATALOGS_MAX, false, true]);
  });

  it('keeps what it is given, however old', () => {
    const full = withCatalog(known, 'new', catalogAt(100));
    expect(withCatalog(full, 'older', catalogAt(-1)).get('older')).toEqual(catalogAt(-1));
    expect(withCatalog(full, 'new', catalogAt(7)).get('new')).toEqual(catalogAt(7));
    expect(withCatalog(full, 'new', catalogAt(7)).size).toBe(STORED_CATALOGS_MAX);
  });
});
