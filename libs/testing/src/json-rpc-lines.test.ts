import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { onLine, parseMessage } from './json-rpc-lines.js';

async function linesOf(chunks: readonly Buffer[]): Promise<string[]> {
  const lines: string[] = [];
  const stream = Readable.from(chunks, { objectMode: false });
  onLine(stream, (line) => lines.push(line));
  await finished(stream);
  return lines;
}

describe('onLine', () => {
  it('gives the same lines however the bytes are cut, also within a character', async () => {
    const line = fc.string({ unit: 'binary', minLength: 1 }).map((text) => text.replaceAll('\n', '·'));
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.integer({ min: 1, max: 5 }), async (lines, size) => {
        const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''));
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
          bytes.subarray(at * size, (at + 1) * size),
        );
        expect(await linesOf(chunks)).toEqual(lines);
      }),
      { numRuns: 50 },
    );
  });

  it('gives a last line without a line feed, and does not split at U+2028', async () => {
    expect(await linesOf([Buffer.from('a\u2028b\nrest')])).toEqual(['a\u2028b', 'rest']);
  });
});

describe('parseMessage', () => {
  it.each(['', 'log line', '1', 'null', '[]'])('takes %j for no message', (line) => {
    expect(parseMessage(line)).toBeUndefined();
  });
});
