import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { splitLines } from './split-lines.js';
import type { Line } from './split-lines.js';

/** Any text, rich in line ends of all kinds. */
const text = fc
  .array(
    fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\n', '\r\n', '\u2028', '\u2029', '\u0085', '€')),
  )
  .map((parts) => parts.join(''));

async function linesOf(chunks: Uint8Array[], maxBytes = 1_000_000): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const line of splitLines(stream(chunks), { file: 'agent', maxBytes })) lines.push(line);
  return lines;
}

async function* stream(chunks: Uint8Array[]) {
  yield* chunks;
}

function cutAt(bytes: Uint8Array, cuts: number[]): Uint8Array[] {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return places.slice(1).map((place, index) => bytes.subarray(places[index], place));
}

describe('splitLines', () => {
  it('gives the same lines for any text in any chunks', async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.nat()), async (whole, cuts) => {
        const expected = whole.split('\n');
        const tail = expected.pop();
        expect(await linesOf(cutAt(Buffer.from(whole), cuts))).toEqual([
          ...expected.map((line) => ({ text: line, complete: true })),
          ...(tail ? [{ text: tail, complete: false }] : []),
        ]);
      }),
    );
  });

  it('gives the same lines for any bytes in any chunks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array(), fc.array(fc.nat()), async (bytes, cuts) => {
        expect(await linesOf(cutAt(bytes, cuts))).toEqual(await linesOf([bytes]));
      }),
    );
  });

  it.each([
    ['in one chunk', 100],
    ['in many chunks', 1],
  ])('bounds each line, not their sum: %s', async (_, size) => {
    const chunked = (whole: string) =>
      Array.from({ length: Math.ceil(whole.length / size) }, (_each, at) =>
        Buffer.from(whole.slice(at * size, (at + 1) * size)),
      );
    expect(await linesOf(chunked('12345\n12345\n12345'), 5)).toHaveLength(3);
    await expect(linesOf(chunked('12345\n123456\n'), 5)).rejects.toMatchObject({ code: 'BUFFER_LIMIT' });
    await expect(linesOf(chunked('123456'), 5)).rejects.toMatchObject({ code: 'BUFFER_LIMIT' });
  });
});
