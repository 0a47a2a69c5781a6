import { text } from 'node:stream/consumers';

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { boundLines, LINE_MAX_BYTES } from './bound-lines.js';

/** What passes of `chunks`, and how many lines were dropped. */
async function passed(...chunks: readonly (string | Buffer)[]) {
  let dropped = 0;
  const lines = boundLines(() => dropped++);
  const read = text(lines);
  for (const chunk of chunks) lines.write(chunk);
  lines.end();
  return { read: await read, dropped };
}

describe('boundLines', () => {
  it('passes a line of 8 MiB and drops one of a byte more, and only that', async () => {
    expect(LINE_MAX_BYTES).toBe(8_388_608);
    const longest = `${'x'.repeat(LINE_MAX_BYTES)}\n`;
    expect(await passed('a\n', longest, 'b\n')).toEqual({ read: `a\n${longest}b\n`, dropped: 0 });
    expect(await passed('a\n', `x${longest}b\n`)).toEqual({ read: 'a\nb\n', dropped: 1 });
  });

  it('counts a line that comes in parts, and tells once, before it ends', async () => {
    const half = 'x'.repeat(LINE_MAX_BYTES / 2);
    expect(await passed(half, half, 'x', half)).toEqual({ read: '', dropped: 1 });
    expect(await passed(half, half, 'x', half, '\nb\n')).toEqual({ read: 'b\n', dropped: 1 });
  });

  it('changes nothing else, however the chunks are cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'grapheme' })), fc.nat(7), async (texts, size) => {
        const bytes = Buffer.from(texts.map((each) => `${each}\n`).join(''));
        const cuts = Array.from({ length: Math.ceil(bytes.length / (size + 1)) }, (_, index) =>
          bytes.subarray(index * (size + 1), (index + 1) * (size + 1)),
        );
        expect(await passed(...cuts)).toEqual({ read: bytes.toString(), dropped: 0 });
      }),
    );
  });
});
