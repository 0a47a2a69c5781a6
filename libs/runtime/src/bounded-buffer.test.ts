import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { createHeadBuffer, createTailBuffer } from './bounded-buffer.js';

const chunks = fc.array(fc.uint8Array({ maxLength: 20 }));
const maxBytes = fc.integer({ min: 1, max: 50 });

describe('createHeadBuffer', () => {
  it('keeps the start of any stream and says when something did not fit', () => {
    fc.assert(
      fc.property(chunks, maxBytes, (parts, max) => {
        const buffer = createHeadBuffer(max);
        const fits = parts.map((part) => buffer.push(part)).every(Boolean);
        const all = Buffer.concat(parts);
        expect(buffer.bytes().equals(all.subarray(0, max))).toBe(true);
        expect(fits).toBe(all.length <= max);
      }),
    );
  });

  it('can be used again after it was cleared', () => {
    const buffer = createHeadBuffer(3);
    buffer.push(Buffer.from('abc'));
    buffer.clear();
    expect(buffer.push(Buffer.from('de'))).toBe(true);
    expect(buffer.bytes().toString()).toBe('de');
  });
});

describe('createTailBuffer', () => {
  it('keeps the end of any stream', () => {
    const letters = fc.array(fc.stringMatching(/^[a-z]{0,20}$/));
    fc.assert(
      fc.property(letters, maxBytes, (parts, max) => {
        const buffer = createTailBuffer(max);
        for (const part of parts) buffer.push(Buffer.from(part));
        const all = parts.join('');
        expect(buffer.text()).toBe(all.slice(-max));
        expect(buffer.isTruncated()).toBe(all.length > max);
      }),
    );
  });

  it('leaves out a character that the cut went through', () => {
    const buffer = createTailBuffer(5);
    buffer.push(Buffer.from('€€'));
    expect(buffer.text()).toBe('€');
    expect(buffer.isTruncated()).toBe(true);
  });
});
