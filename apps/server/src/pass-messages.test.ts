import { describe, expect, it } from '@jest/globals';

import { passMessages } from './pass-messages.js';

const isMessage = (value: unknown) => typeof value === 'object' && value !== null && 'good' in value;

async function pass(...lines: string[]) {
  const refused: unknown[] = [];
  const stream = passMessages(isMessage, (...refusal) => refused.push(refusal));
  for (const line of lines) stream.write(Buffer.from(`${line}\n`));
  stream.end();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const passed = Buffer.concat(chunks).toString().split('\n').filter(Boolean);
  return { passed, refused };
}

describe('passMessages', () => {
  it('passes messages on, as they came', async () => {
    expect(await pass('{"good": 1}', '{ "good" : "ü" }')).toEqual({
      passed: ['{"good": 1}', '{ "good" : "ü" }'],
      refused: [],
    });
  });

  it.each([
    ['{"id":7,"method":"x","params":null}', ['no message', 7]],
    ['{"id":"a","method":"x"}', ['no message', 'a']],
    ['{"id":null,"method":"x"}', ['no message', null]],
    ['{"id":{},"method":"x"}', ['no message', null]],
    ['[{"good":1}]', ['no message', null]],
    ['7', ['no message', null]],
    ['null', ['no message', null]],
    ['{"id":7,', ['no JSON', null]],
    ['hello', ['no JSON', null]],
  ])('refuses %s, which somebody may wait for', async (line, refusal) => {
    expect(await pass(line, '{"good":1}')).toEqual({ passed: ['{"good":1}'], refused: [refusal] });
  });

  it.each([
    '{"id":7,"result":1}',
    '{"id":7,"error":1}',
    '{"id":7,"result":{"action":"accept"},"more":1}',
    '{"id":7,"method":"x","result":{}}',
  ])('empties %s, a reply that somebody waits for', async (line) => {
    expect(await pass(line)).toEqual({ passed: ['{"jsonrpc":"2.0","id":7,"result":{}}'], refused: [] });
  });

  it.each(['', '  ', '{"method":"x","params":null}', '{"id":null,"result":1}', '{"id":{},"error":1}', '{}'])(
    'drops %j, for which nobody waits',
    async (line) => {
      expect(await pass(line)).toEqual({ passed: [], refused: [] });
    },
  );
});
