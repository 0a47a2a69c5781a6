import { MODEL_RULES } from '@coagent8/config';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { checkRuleEntry, fitsModelOf, sameEntry } from './rule-entry.js';

const backend = fc.constantFrom('codex', 'claude', 'agy');
const name = fc.stringMatching(/^[a-z][a-z0-9.-]{0,12}$/);

describe('sameEntry', () => {
  it.each([
    ['swift-4.2', 'Swift-4-2', true],
    ['vendor/swift', 'swift', true],
    ['codex/swift', 'CODEX/Swift', true],
    ['codex/vendor/swift', 'codex/swift', true],
    ['codex/swift', 'swift', false],
    ['codex/swift', 'claude/swift', false],
    ['swift', 'swift-2', false],
    ['swift', 'swift-2026-01-31', false],
  ])('%s and %s: %s', (one, other, isSame) => {
    expect(sameEntry(one, other)).toBe(isSame);
    expect(sameEntry(other, one)).toBe(isSame);
  });

  it('never takes an entry for all agents for one of a single agent', () => {
    fc.assert(
      fc.property(backend, name, (id, model) => {
        expect(sameEntry(`${id}/${model}`, model)).toBe(false);
        expect(fitsModelOf({ entry: `${id}/${model}`, rule: 'ask' }, model)).toBe(true);
        expect(fitsModelOf({ entry: model, rule: 'ask' }, `${id}/${model}`)).toBe(true);
      }),
    );
  });
});

describe('fitsModelOf', () => {
  it.each([
    ['swift-2026-01-31', 'swift', true],
    ['codex/swift-high', 'codex/swift', true],
    ['codex/swift', 'claude/swift', false],
    ['swift-2', 'swift', false],
  ])('%s on %s: %s', (entry, named, fits) => {
    for (const rule of MODEL_RULES) expect(fitsModelOf({ entry, rule }, named)).toBe(fits);
  });

  it.each([
    ['swift', 'us.vendor.swift-v1:0'],
    ['vendor.swift', 'claude/eu.vendor.swift-v1:0'],
    ['claude/swift', 'claude/vendor.swift-v2:0'],
  ])('%s on %s, the name of a model in a cloud: to deny and to ask alone', (entry, named) => {
    const fitting = MODEL_RULES.filter((rule) => fitsModelOf({ entry, rule }, named));
    expect(fitting.toSorted()).toEqual(['ask', 'deny']);
  });
});

describe('checkRuleEntry', () => {
  it.each(['', 'codex/', 'codex/-x', '-x', 'a b', 'a\u200Bb', 'n'.repeat(257)])('refuses %.20j', (entry) => {
    expect(() => {
      checkRuleEntry(entry);
    }).toThrow(expect.objectContaining({ code: 'INPUT_LIMIT' }));
  });

  it.each(['x', 'codex/x', 'vendor/x', 'n'.repeat(256)])('takes %.20j', (entry) => {
    expect(() => {
      checkRuleEntry(entry);
    }).not.toThrow();
  });
});
