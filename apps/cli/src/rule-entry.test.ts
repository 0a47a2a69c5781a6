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
        expect(fitsModelOf(`${id}/${model}`, model)).toBe(true);
        expect(fitsModelOf(model, `${id}/${model}`)).toBe(true);
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
    expect(fitsModelOf(entry, named)).toBe(fits);
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
