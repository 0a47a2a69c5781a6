import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { clipBytes, codeSpan, proseLine } from './markdown-line.js';

describe('proseLine', () => {
  it.each([
    ['two\n\n# lines', 'two # lines'],
    ['<img src=x>', String.raw`\<img src=x>`],
    ['![a](http://b)', String.raw`!\[a\](http://b)`],
    ['run `codex --version`', 'run `codex --version`'],
  ])('makes of %j the line %j', (text, line) => {
    expect(proseLine(text, 100)).toBe(line);
  });
});

describe('codeSpan', () => {
  it.each([
    ['swift-4.2', '`swift-4.2`'],
    ['a`b', '`` a`b ``'],
    ['a``b`', '``` a``b` ```'],
    ['a\nb', '`a b`'],
  ])('makes of %j the code %j', (text, code) => {
    expect(codeSpan(text)).toBe(code);
  });
});

describe('clipBytes', () => {
  it('keeps what fits, to the last byte, and marks what it cut', () => {
    expect(clipBytes('größe', 7)).toBe('größe');
    expect(clipBytes('größe', 6)).toBe('gr…');
  });

  it('never exceeds its bound and never splits a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 3, max: 60 }), (text, maxBytes) => {
        const clipped = clipBytes(text, maxBytes);
        expect(Buffer.byteLength(clipped)).toBeLessThanOrEqual(maxBytes);
        expect(clipped.isWellFormed()).toBe(true);
        expect(text.toWellFormed().startsWith(clipped.replace(/…$/, ''))).toBe(true);
      }),
    );
  });
});
