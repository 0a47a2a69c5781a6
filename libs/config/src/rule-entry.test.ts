import { describe, expect, it } from '@jest/globals';

import { RULE_NAME_MAX_CHARACTERS, ruleEntryProblem } from './rule-entry.js';

const longest = 'x'.repeat(RULE_NAME_MAX_CHARACTERS);

describe('ruleEntryProblem', () => {
  it.each([
    'swift-4.2',
    'codex/swift',
    'vendor/swift',
    'Agy/vendor/swift[1m]',
    'vendor/-swift',
    ' swift ',
    longest,
    `claude/${longest}`,
  ])('is none of %.20j', (entry) => {
    expect(ruleEntryProblem(entry)).toBeUndefined();
  });

  it.each([
    ['', 'is empty'],
    ['  ', 'is empty'],
    ['Codex/', 'is empty'],
    ['-swift', 'begins with a dash'],
    ['codex/-swift', 'begins with a dash'],
    ['sw\u200Bift', 'invisible'],
    ['\u202Eswift', 'invisible'],
    ['swift 4', 'white space'],
    ['swift\u0000', 'invisible'],
    ['codex/ swift', 'white space'],
    [`${longest}x`, 'is longer than 256 characters'],
    [`claude/${longest}x`, 'is longer than 256 characters'],
  ])('of %.20j: %s', (entry, problem) => {
    expect(ruleEntryProblem(entry)).toContain(problem);
  });
});
