import { PassThrough, Readable } from 'node:stream';

import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { PROPOSAL_MAX_BYTES, readLine, readText, REQUEST_MAX_BYTES } from './read-input.js';

const signal = new AbortController().signal;
const from = (...chunks: (string | Buffer)[]) =>
  Readable.from(chunks.map((chunk) => Buffer.from(chunk as string)));
const error = (code: string, message: string) =>
  expect.objectContaining({ code, message: expect.stringContaining(message) });

it('takes a proposal of 4 MiB and a record of 8', () => {
  expect([PROPOSAL_MAX_BYTES, REQUEST_MAX_BYTES]).toEqual([4_194_304, 8_388_608]);
});

describe('readText', () => {
  it('reads up to its bound and not a byte further', async () => {
    await expect(readText(from('abc', 'de'), { maxBytes: 5, signal })).resolves.toBe('abcde');
    await expect(readText(from('abc', 'def'), { maxBytes: 5, signal })).rejects.toEqual(
      error('INPUT_LIMIT', '5 bytes'),
    );
  });

  it('stops reading and closes its input at the bound', async () => {
    const input = new PassThrough();
    input.write('too long');
    await expect(readText(input, { maxBytes: 3, signal })).rejects.toEqual(error('INPUT_LIMIT', '3 bytes'));
    expect(input.destroyed).toBe(true);
  });

  it('joins characters that were cut between chunks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.nat(), async (text, position) => {
        const bytes = Buffer.from(text);
        const cut = position % (bytes.length + 1);
        const input = from(bytes.subarray(0, cut), bytes.subarray(cut));
        expect(await readText(input, { maxBytes: 10_000, signal })).toBe(text.replace(/^\uFEFF/, ''));
      }),
    );
  });

  it('refuses what is not UTF-8', async () => {
    await expect(readText(from(Buffer.of(0xff)), { maxBytes: 9, signal })).rejects.toEqual(
      error('INPUT_LIMIT', 'UTF-8'),
    );
  });

  it('says that the input cannot be read', async () => {
    const input = new Readable({
      read() {
        this.destroy(new Error('EISDIR'));
      },
    });
    await expect(readText(input, { maxBytes: 9, signal })).rejects.toEqual(error('INPUT_LIMIT', '(EISDIR)'));
  });

  it('ends with its signal, before or while it reads', async () => {
    await expect(readText(from('a'), { maxBytes: 9, signal: AbortSignal.abort() })).rejects.toEqual(
      error('ABORTED', 'stopped'),
    );
    const controller = new AbortController();
    const input = new PassThrough();
    const reading = readText(input, { maxBytes: 9, signal: controller.signal });
    input.write('a', () => {
      controller.abort();
    });
    await expect(reading).rejects.toEqual(error('ABORTED', 'stopped'));
    expect(input.destroyed).toBe(true);
  });
});

describe('readLine', () => {
  it('reads the first line, wherever the chunks are cut', async () => {
    await expect(readLine(from('ab', 'c\nrest', 'more'), { maxBytes: 3, signal })).resolves.toBe('abc');
    await expect(readLine(from('\nx'), { maxBytes: 3, signal })).resolves.toBe('');
  });

  it('takes an input without a line end as one line', async () => {
    await expect(readLine(from('abc'), { maxBytes: 3, signal })).resolves.toBe('abc');
  });

  it('does not wait for the end of its input', async () => {
    const input = new PassThrough();
    input.write('abc\n');
    await expect(readLine(input, { maxBytes: 3, signal })).resolves.toBe('abc');
  });

  it('bounds the line, not the input', async () => {
    await expect(readLine(from('abcd\n'), { maxBytes: 3, signal })).rejects.toEqual(
      error('INPUT_LIMIT', '3 bytes'),
    );
  });
});
