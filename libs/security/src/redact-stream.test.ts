import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { CREDENTIAL_SAMPLES, FURTHER_SAMPLES } from '../test/fixtures/credential-samples.js';
import { redactAnswer } from './redact-answer.js';
import { createRedactingStream, LINE_MAX_CHARS } from './redact-stream.js';

const ALL = [...CREDENTIAL_SAMPLES, ...FURTHER_SAMPLES];
const KEY = CREDENTIAL_SAMPLES.find(({ name }) => name === 'GitHub personal token')!.text;

async function redactInChunks(chunks: readonly string[]): Promise<string> {
  const stream = createRedactingStream();
  let redacted = '';
  for (const chunk of chunks) redacted += await stream.write(chunk);
  return redacted + (await stream.end());
}

describe('createRedactingStream', () => {
  it.each(ALL)('finds $name split at every offset', async ({ text, kind }) => {
    const whole = `It is ${text}\nDone.`;
    const expected = await redactAnswer(whole);
    expect(expected).toContain(`[redacted: ${kind}]`);
    for (let offset = 1; offset < whole.length; offset++) {
      expect(await redactInChunks([whole.slice(0, offset), whole.slice(offset)])).toBe(expected);
    }
  });

  it('gives the same for any text in any chunks', async () => {
    const piece = fc.oneof(
      fc.constantFrom(...ALL.map(({ text }) => text)),
      fc.constantFrom(...ALL.map(({ text }) => text.slice(0, text.length / 2))),
      fc.constantFrom(
        '\n',
        '\n\n',
        '\r\n',
        ' ',
        '"',
        '\\n',
        '\uFEFF',
        'secretlint-disable',
        'word',
        '=',
        'Bearer ',
      ),
      fc.constantFrom(`-----BEGIN ${'PRIVATE'} KEY-----`, `-----END ${'PRIVATE'} KEY-----`, 'Version: 1\n'),
      fc.string({ unit: 'binary', maxLength: 20 }),
    );
    const chunked = fc
      .array(piece, { maxLength: 12 })
      .map((pieces) => pieces.join(''))
      .chain((text) => fc.tuple(fc.constant(text), fc.array(fc.nat({ max: text.length }), { maxLength: 8 })));
    await fc.assert(
      fc.asyncProperty(chunked, async ([text, offsets]) => {
        const cuts = [0, ...offsets.sort((a, b) => a - b), text.length];
        const chunks = cuts.slice(1).map((cut, index) => text.slice(cuts[index], cut));
        expect(await redactInChunks(chunks)).toBe(await redactAnswer(text));
      }),
      { numRuns: 1000 },
    );
  });

  it('lets go of each whole line', async () => {
    const stream = createRedactingStream();
    expect(await stream.write('one\ntw')).toBe('one\n');
    expect(await stream.write(`o ${KEY}`)).toBe('');
    expect(await stream.write('\nthree')).toBe('two [redacted: github]\n');
    expect(await stream.end()).toBe('three');
    expect(await stream.end()).toBe('');
  });

  it('may be written to before the write before has settled', async () => {
    const stream = createRedactingStream();
    const parts = [stream.write(`${KEY}\none`), stream.write(' two\n'), stream.end()];
    expect((await Promise.all(parts)).join('')).toBe('[redacted: github]\none two\n');
  });

  it('holds a line of one less than the window, and cuts one that fills it', async () => {
    const held = createRedactingStream();
    expect(await held.write('a '.repeat(LINE_MAX_CHARS / 2 - 1) + 'a')).toBe('');
    const cut = createRedactingStream();
    expect(await cut.write('a '.repeat(LINE_MAX_CHARS / 2))).toHaveLength(LINE_MAX_CHARS);
  });

  it.each([' ', ',', '=', ' Bearer '])(
    'finds a key around the cut of a long line, behind %j',
    async (mark) => {
      for (const offset of [-1, 0, 1, 20, KEY.length, KEY.length + 10]) {
        const filling = `${'word '.repeat(LINE_MAX_CHARS / 5)}${'x'.repeat(60)}`.slice(
          -LINE_MAX_CHARS + offset,
        );
        const text = `${filling}${mark}${KEY} and more`;
        const expected = `${filling}${mark}[redacted: github] and more`;
        expect(await redactAnswer(text)).toBe(expected);
        expect(await redactInChunks(text.match(/.{1,1000}/g) ?? [])).toBe(expected);
      }
    },
  );

  it('drops a private key that is longer than the window as it comes', async () => {
    const stream = createRedactingStream();
    const body = `${'QUJDRUZHSElKS0xNTk9QUVJTVFVWV1hZWmFiY2RlZmdoaWprbG1ub3BxcnN0dXZ3'}\n`;
    expect(await stream.write(`-----BEGIN ${'PRIVATE'} KEY-----\n`)).toBe('');
    expect(await stream.write(body)).toBe('[redacted: private-key]');
    for (let chars = 0; chars < LINE_MAX_CHARS * 2; chars += body.length) {
      expect(await stream.write(body)).toBe('');
    }
    expect(await stream.write(`-----END ${'PRIVATE'} KEY-----\nand `)).toBe('\n');
    expect(await stream.end()).toBe('and ');
  });
});
