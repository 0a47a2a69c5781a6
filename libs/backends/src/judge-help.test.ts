import { describe, expect, it } from '@jest/globals';

import { isHelp } from './judge-help.js';

const marks = { heading: /^Usage of swift\b/, needed: ['a', 'b', 'c', 'd'] };

describe('a text is help', () => {
  it.each([
    ['with most of the flags', '', ['a', 'b', 'c'], true],
    ['with half of them', '', ['a', 'b'], false],
    ['with one of them', '', ['a', 'x', 'y', 'z'], false],
    ['with its heading, and none of them', 'Usage of swift:', [], true],
    ['with the heading of another', 'Usage of swiftly:', [], false],
    ['with nothing', '', [], false],
  ])('%s: %p', (_, text, flags, expected) => {
    expect(isHelp(text, new Set(flags), marks)).toBe(expected);
  });
});
