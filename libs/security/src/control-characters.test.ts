import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { createControlStripper, stripControls } from './control-characters.js';

describe('stripControls', () => {
  it.each([
    ['colour', '\x1b[1;31mred\x1b[0m', 'red'],
    ['8-bit CSI', '\x9b31mred\x9b0m', 'red'],
    ['CSI with intermediates', 'a\x1b[0 qb\x1b[?25lc\x1b[>0;1c', 'abc'],
    ['a title', '\x1b]0;title\x07text', 'text'],
    ['a link', '\x1b]8;;https://example.com\x1b\\link\x1b]8;;\x1b\\', 'link'],
    ['8-bit OSC and ST', '\x9d0;title\x9ctext', 'text'],
    ['DCS', 'a\x1bPq#0;2;0\x1b\\b', 'ab'],
    ['APC, PM, SOS', 'a\x1b_G payload\x1b\\b\x1b^pm\x1b\\c\x1bXsos\x1b\\d', 'abcd'],
    ['8-bit strings', 'a\x90x\x9cb\x98x\x9cc\x9ex\x9cd\x9fx\x9ce', 'abcde'],
    ['a string that is cancelled', 'a\x1b]0;x\x18b\x1b]0;x\x1ac', 'abc'],
    ['a string in a string', 'a\x1bPtmux;\x1b\x1b]0;t\x07\x1b\\b', 'ab'],
    ['a string that is cut by a line break', 'a\x1b]0;title\nnext', 'a\nnext'],
    ['two-character escapes', 'a\x1bc\x1b7\x1b=b', 'ab'],
    ['designations', 'a\x1b(Bb\x1b#8c\x1b%Gd', 'abcd'],
    ['escapes in a row', 'a\x1b\x1b\x1b[31mb', 'ab'],
    ['an escape before a line break', 'a\x1b\nb\x1b[3\nc\x1b(\nd', 'a\nb\nc\nd'],
    ['an escape before other text', 'a\x1b[31\u00e9b', 'a\u00e9b'],
    ['cut escapes', 'a\x1b', 'a'],
    ['cut CSI', 'a\x1b[3', 'a'],
    ['cut OSC', 'a\x1b]0;tit', 'a'],
    ['C0 controls', 'a\0b\x07c\bd\ve\ff\x0eg\x1fh\x7fi', 'abcdefghi'],
    ['C1 controls', 'a\x80b\x85c\x9cd', 'abcd'],
    ['CR', 'a\r\nb\rc\r\r\nd', 'a\nbc\nd'],
    [
      'bidirectional overrides',
      'a\u202ab\u202bc\u202cd\u202de\u202ef\u2066g\u2067h\u2068i\u2069j',
      'abcdefghij',
    ],
    ['tags', 'a\u{E0001}\u{E0041}b\u{E007F}\u{E0000}c', 'abc'],
    ['tags among other things', '\u{E0041}\x1b[31m\u{E0041}\u{1F3F4}\u{E0067}\uDB40', '\u{1F3F4}'],
    ['half of a tag', 'a\uDB40\0\uDC41b\uDB40\uDB40\uDC41\uDC41c', 'a\uDC41b\uDC41c'],
    ['nothing', '', ''],
  ])('removes %s', (_, text, expected) => {
    expect(stripControls(text)).toBe(expected);
  });

  it.each([
    'a\tb\nc',
    'né \u{1F600} \uD800 \u00a0\u2029\u2065\u206a',
    '\u200f\u0639\u0631\u0628\u064a',
    '[31m ]0;',
    '\u845B\u{E0100} \u{E0080}',
  ])('keeps %j', (text) => {
    expect(stripControls(text)).toBe(text);
  });

  const controls = [
    ...Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)),
    ...Array.from({ length: 33 }, (_, code) => String.fromCharCode(0x7f + code)),
    ...[
      '\x1b[',
      '\x1b]',
      '\x1bP',
      '\x1b\\',
      '\u202e',
      '\u2069',
      '\u{E0041}',
      '\uDB40',
      '\uDC41',
      '31m',
      'text',
      ';',
      '\\',
      ' ',
      '\u{1F600}',
    ],
  ];
  const texts = fc.array(fc.constantFrom(...controls), { maxLength: 30 }).map((parts) => parts.join(''));

  it('leaves no control, and nothing to remove', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const stripped = stripControls(text);
        expect(
          [...stripped].filter(
            (one) =>
              one !== '\n' &&
              one !== '\t' &&
              /[\p{Cc}\u202a-\u202e\u2066-\u2069\u{E0000}-\u{E007F}]/u.test(one),
          ),
        ).toEqual([]);
        expect(stripControls(stripped)).toBe(stripped);
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps each line break', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(stripControls(text).split('\n')).toHaveLength(text.split('\n').length);
      }),
    );
  });

  it('gives the same in any chunks', () => {
    fc.assert(
      fc.property(texts, fc.array(fc.nat({ max: 60 }), { maxLength: 10 }), (text, offsets) => {
        const cuts = [0, ...offsets.sort((a, b) => a - b), Infinity];
        const stripper = createControlStripper();
        const parts = cuts.slice(1).map((cut, index) => stripper.write(text.slice(cuts[index], cut)));
        expect(parts.join('')).toBe(stripControls(text));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('createControlStripper', () => {
  it('forgets an open escape at the end', () => {
    const stripper = createControlStripper();
    expect(stripper.write('a\x1b]0;title')).toBe('a');
    stripper.end();
    expect(stripper.write('b')).toBe('b');
  });
});
