import { BACKEND_IDS, QUOTA_WINDOWS_MAX } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { COOLDOWNS_MAX, NO_QUOTAS, parseQuotaData, renderQuotaData } from '../src/quota/quota-data.js';
import { QUOTA_FILE_MAX_BYTES } from '../src/quota/quota-store.js';
import { at, quotasArbitrary } from './quota-arbitraries.js';

const reading = { readAt: at(0), windows: [{ name: 'weekly', usedPercent: 5 }] };
const cooldown = { observedAt: at(0), until: at(1) };
const parse = (backends: unknown) => parseQuotaData({ schemaVersion: 1, backends });
const kindOf = (codex: unknown) => parse({ codex }).kind;

describe('quota.json', () => {
  it('gives back what was written', () => {
    fc.assert(
      fc.property(quotasArbitrary, (quotas) => {
        const text = renderQuotaData(quotas, QUOTA_FILE_MAX_BYTES);
        expect(parseQuotaData(JSON.parse(text ?? ''))).toEqual({ kind: 'data', data: quotas });
      }),
    );
  });

  it('is readable for people, and ends with its line', () => {
    expect(renderQuotaData({ codex: { cooldowns: [] } }, 1_000)).toBe(
      '{\n  "schemaVersion": 1,\n  "backends": {\n    "codex": {\n      "cooldowns": []\n    }\n  }\n}\n',
    );
  });

  it('is no larger than its limit, in bytes', () => {
    const quotas = { codex: { reading: { ...reading, plan: 'é' }, cooldowns: [] } };
    const bytes = Buffer.byteLength(renderQuotaData(quotas, 1_000) ?? '');
    expect(renderQuotaData(quotas, bytes)).toBeDefined();
    expect(renderQuotaData(quotas, bytes - 1)).toBeUndefined();
  });

  it('has room for all agents, with many windows and as many cooldowns as are kept', () => {
    const windows = Array.from({ length: QUOTA_WINDOWS_MAX }, () => ({
      name: 'é'.repeat(200),
      usedPercent: 1 / 3,
      models: ['é'.repeat(200)],
    }));
    const cooldowns = Array.from({ length: COOLDOWNS_MAX }, () => ({
      ...cooldown,
      forModel: 'é'.repeat(256),
    }));
    const quota = { reading: { ...reading, windows }, cooldowns };
    const text = renderQuotaData({ codex: quota, agy: quota, claude: quota }, QUOTA_FILE_MAX_BYTES);
    expect(text?.length).toBeGreaterThan(100_000);
  });

  it('leaves out agents and members that it does not know', () => {
    const codex = { reading, cooldowns: [cooldown] };
    expect(parse({ codex: { ...codex, other: 1 }, newcomer: { cooldowns: 'x' }, __proto__: null })).toEqual({
      kind: 'data',
      data: { codex },
    });
    expect(parse(JSON.parse('{"__proto__":{"cooldowns":[]},"constructor":1}'))).toEqual({
      kind: 'data',
      data: {},
    });
  });

  it('of a newer version is told, of an older one holds nothing', () => {
    expect(parseQuotaData({ schemaVersion: 2, backends: 1 })).toEqual({ kind: 'newer', version: 2 });
    expect(parseQuotaData({ schemaVersion: 0, backends: 1 })).toEqual({ kind: 'data', data: NO_QUOTAS });
  });

  it.each([
    [null, 'it is no record'],
    [[], 'it is no record'],
    ['{}', 'it is no record'],
    [7, 'it is no record'],
    [{}, 'schemaVersion is not as it should be'],
    [{ schemaVersion: '1', backends: {} }, 'schemaVersion is not as it should be'],
    [{ schemaVersion: null, backends: {} }, 'schemaVersion is not as it should be'],
    [{ schemaVersion: 1 }, 'backends is not as it should be'],
    [{ schemaVersion: 1, backends: [] }, 'backends is not as it should be'],
    [{ schemaVersion: 1, backends: { codex: null } }, 'backends is not as it should be'],
  ])('%j is broken', (content, problem) => {
    expect(parseQuotaData(content)).toEqual({ kind: 'broken', problem });
  });

  it.each([
    ['no cooldowns', {}],
    ['cooldowns as a record', { cooldowns: {} }],
    ['a cooldown without its end', { cooldowns: [{ observedAt: at(0) }] }],
    ['a cooldown without its beginning', { cooldowns: [{ until: at(0) }] }],
    ['a time that is none', { cooldowns: [{ ...cooldown, until: 'tomorrow' }] }],
    ['a time in another zone', { cooldowns: [{ ...cooldown, until: '2026-12-01T08:00:00+01:00' }] }],
    ['a day that is none', { cooldowns: [{ ...cooldown, until: '2026-02-30T08:00:00Z' }] }],
    ['a time as a number', { cooldowns: [{ ...cooldown, until: 1 }] }],
    ['a model without a name', { cooldowns: [{ ...cooldown, forModel: '' }] }],
    ['a model as a list', { cooldowns: [{ ...cooldown, forModel: ['swift'] }] }],
    ['a member of a cooldown that there is not', { cooldowns: [{ ...cooldown, email: 'x' }] }],
    ['one cooldown too many', { cooldowns: Array(COOLDOWNS_MAX + 1).fill(cooldown) }],
    ['a reading without windows', { reading: { readAt: at(0) }, cooldowns: [] }],
    ['a reading that is null', { reading: null, cooldowns: [] }],
    ['more than all', { reading: { ...reading, windows: [{ name: 'x', usedPercent: 101 }] }, cooldowns: [] }],
    [
      'a share without end',
      {
        reading: JSON.parse(`{"readAt":"${at(0)}","windows":[{"name":"x","usedPercent":1e999}]}`),
        cooldowns: [],
      },
    ],
    ['an account', { reading: { ...reading, email: 'x' }, cooldowns: [] }],
  ])('with %s is broken', (_, codex) => {
    expect(kindOf(codex)).toBe('broken');
    expect(kindOf({ reading, cooldowns: [cooldown] })).toBe('data');
  });

  it(`takes ${COOLDOWNS_MAX} cooldowns`, () => {
    expect(kindOf({ cooldowns: Array(COOLDOWNS_MAX).fill(cooldown) })).toBe('data');
  });

  it('of any content is judged, never thrown at', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.constantFrom(...BACKEND_IDS), (whole, part, id) => {
        expect(['data', 'newer', 'broken']).toContain(parseQuotaData(whole).kind);
        expect(['data', 'broken']).toContain(parse({ [id]: part }).kind);
        expect(['data', 'broken']).toContain(parse({ [id]: { reading: part, cooldowns: [part] } }).kind);
      }),
    );
  });
});
