import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { decodeUtf8 } from './decode-utf8.js';

const text = fc.string({ unit: 'binary' });

describe('decodeUtf8', () => {
  it('decodes any text, from any place in memory', () => {
    fc.assert(
      fc.property(text, (whole) => {
        const padded = Buffer.from(`€${whole}€`);
        expect(decodeUtf8(padded.subarray(3, -3))).toBe(whole);
      }),
    );
  });

  it('loses at most one character to a cut, and invents none', () => {
    fc.assert(
      fc.property(text, fc.nat(), (whole, place) => {
        const bytes = Buffer.from(whole);
        const cut = place % (bytes.length + 1);
        const head = [...decodeUtf8(bytes.subarray(0, cut), 'end')];
        const tail = [...decodeUtf8(bytes.subarray(cut), 'start')];
        const characters = [...whole];
        expect(head).toEqual(characters.slice(0, head.length));
        expect(tail).toEqual(characters.slice(characters.length - tail.length));
        expect(characters.length - head.length - tail.length).toBe(isBoundary(bytes, cut) ? 0 : 1);
      }),
    );
  });

  it('shows what is not UTF-8 as replacement characters', () => {
    expect(decodeUtf8(Buffer.of(0x61, 0xff, 0x62))).toBe('a\ufffdb');
    expect(decodeUtf8(Buffer.of(0xe2, 0x82))).toBe('\ufffd');
    expect(decodeUtf8(Buffer.alloc(8, 0x80), 'start')).toBe('\ufffd'.repeat(5));
    expect(decodeUtf8(Buffer.alloc(8, 0x80), 'end')).toBe('\ufffd'.repeat(8));
  });
});

function isBoundary(bytes: Uint8Array, place: number): boolean {
  const next = bytes[place];
  return next === undefined || next < 0x80 || next >= 0xc0;
}
