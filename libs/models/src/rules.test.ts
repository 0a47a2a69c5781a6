import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import type { GovernedModel } from './governance.js';
import { readRules } from './rules.js';

const model = (id: string, rest: Partial<GovernedModel> = {}): GovernedModel => ({
  backend: 'codex',
  id,
  otherNames: [],
  efforts: [],
  ...rest,
});

/** The first of `entries` that fits, by the list that guesses nothing. */
const firstFit = (entries: readonly string[], governed: GovernedModel) =>
  readRules({ allow: entries, ask: [], deny: [] }).allow(governed);

describe('an entry', () => {
  it.each([
    ['swift-4.2', model('swift-4-2')],
    ['Vendor/Swift-4.2', model('swift-4.2')],
    ['swift-4.2', model('vendor/swift-4.2')],
    ['codex/swift-4.2', model('swift-4.2')],
    ['CODEX/swift-4.2', model('vendor/swift-4.2')],
    ['codex/vendor/swift-4.2', model('vendor/swift-4.2')],
    [' swift-4.2 ', model('swift-4.2')],
    [' codex/swift-4.2', model('swift-4.2')],
    ['swift-4', model('swift-4-20260131')],
    ['swift-4-2026-01-31', model('swift-4')],
    ['swift-4', model('swift-4[1m]')],
    ['swift-4', model('swift-4-high')],
    ['swift-4-high', model('swift-4')],
    ['swift-4-max', model('swift-4', { efforts: ['low', 'max'] })],
    ['fast', model('swift-4', { otherNames: ['fast'] })],
    ['codex/fast', model('swift-4', { otherNames: ['fast'] })],
    ['codex', model('codex')],
    ['__proto__', model('__proto__')],
    ['constructor', model('constructor')],
  ])('%s fits %j', (entry, governed) => {
    expect(firstFit(['other', entry], governed)).toBe(entry);
  });

  it.each([
    ['swift', model('swift-4')],
    ['swift-4', model('swift')],
    ['wift-4', model('swift-4')],
    ['claude/swift-4', model('swift-4')],
    [' claude/swift-4', model('swift-4')],
    ['codex/', model('swift-4')],
    ['codex', model('swift-4')],
    ['', model('swift-4')],
    ['/', model('swift-4')],
    ['one/swift', model('other/swift')],
    ['swift-4-max', model('swift-4')],
    ['swift-4-medium', model('swift-4', { efforts: ['low', 'high'] })],
    ['toString', model('swift-4')],
  ])('%j does not fit %j', (entry, governed) => {
    expect(firstFit([entry], governed)).toBeUndefined();
  });

  it('names the first entry that fits', () => {
    expect(firstFit(['no', 'fast', 'swift-4'], model('swift-4', { otherNames: ['fast'] }))).toBe('fast');
  });

  it('is a list of rules with everything indexed as without', () => {
    const names = fc.stringMatching(/^((codex|claude|v)\/)?(s|t)(-high|-low|-20260131|\[1m\]){0,2}$/);
    const efforts = fc.constantFrom([], ['high'], ['low', 'high']);
    fc.assert(
      fc.property(fc.array(names), fc.array(fc.tuple(names, efforts)), (deny, models) => {
        const rules = readRules({ allow: [], ask: [], deny });
        for (const [id, own] of models) {
          const governed = model(id, { efforts: own });
          const oneByOne = deny.find((entry) => firstFit([entry], governed) !== undefined);
          expect(rules.deny(governed)).toBe(oneByOne);
        }
      }),
    );
  });

  it('is seen through the name of a cloud where it denies or asks, not where it allows', () => {
    const rulesOf = (entry: string) => readRules({ allow: [entry], ask: [entry], deny: [entry] });
    const cloud = model('us.vendor.swift-4-20260131-v1:0', { backend: 'claude' });
    for (const entry of ['swift-4', 'claude/Swift.4', 'vendor.swift-4', 'us.vendor.swift-4']) {
      const { allow, ask, deny } = rulesOf(entry);
      expect([allow(cloud), ask(cloud), deny(cloud)]).toEqual([undefined, entry, entry]);
    }
    const named = rulesOf('swift-4').deny(model('odd', { otherNames: ['eu.vendor.swift-4[1m]'] }));
    expect(named).toBe('swift-4');
    for (const entry of ['swift', 'swift-4-mini', 'eu.vendor.swift-4-v1:0', 'codex/swift-4', 'vendor']) {
      const { ask, deny } = rulesOf(entry);
      expect([ask(cloud), deny(cloud)]).toEqual([undefined, undefined]);
    }
    const own = rulesOf('us.vendor.swift-4-20260131-v1:0');
    expect([own.allow(cloud), own.deny(model('swift-4'))]).toEqual([
      'us.vendor.swift-4-20260131-v1:0',
      undefined,
    ]);
  });

  it('never fits by a part of a name', () => {
    const word = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
    fc.assert(
      fc.property(word, word, (name, more) => {
        expect(firstFit([name], model(`${name}${more}`))).toBeUndefined();
        expect(firstFit([`${name}${more}`], model(name))).toBeUndefined();
        expect(firstFit([name], model(`${more}${name}`))).toBeUndefined();
        expect(firstFit([name], model(`x-${name}`))).toBeUndefined();
      }),
    );
  });

  it('takes any text for an entry and for a name', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constant('['.repeat(10_240)));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 5 }), text, (entries, id) => {
        const found = firstFit(entries, model(id));
        expect(found === undefined || entries.includes(found)).toBe(true);
      }),
    );
  });
});
