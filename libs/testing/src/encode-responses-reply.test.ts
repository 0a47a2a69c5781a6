import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { encodeResponsesReply } from './encode-responses-reply.js';
import { answer } from './model-reply.js';
import type { ModelOutput, ReplyEnding } from './model-reply.js';

const encode = (outputs: ModelOutput[], ending?: ReplyEnding) => [
  ...encodeResponsesReply({ type: 'stream', outputs, ...(ending ? { ending } : {}) }, 'resp_1', 'a-model'),
];
const typesOf = (events: ReturnType<typeof encode>) => events.map(({ type }) => type);

describe('encodeResponsesReply', () => {
  it('streams any text in deltas that add up to it', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20_000 }), (text) => {
        const deltas = encode([answer(text)]).flatMap((event) =>
          event['delta'] === undefined ? [] : [event['delta']],
        );
        expect(deltas.join('')).toBe(text);
        expect(deltas.length).toBeLessThanOrEqual(500);
      }),
    );
  });

  it('begins with response.created and ends with response.completed', () => {
    const types = typesOf(encode([answer('text')]));
    expect(types[0]).toBe('response.created');
    expect(types.at(-1)).toBe('response.completed');
  });

  it('stops an unfinished message after its first delta', () => {
    const output: ModelOutput = { type: 'message', text: 'a text longer than one delta', unfinished: true };
    expect(typesOf(encode([output], { type: 'cut' }))).toEqual([
      'response.created',
      'response.output_item.added',
      'response.output_text.delta',
    ]);
  });

  it.each<[ReplyEnding, string]>([
    [{ type: 'incomplete', reason: 'max_output_tokens' }, 'response.incomplete'],
    [{ type: 'failed', code: 'c', message: 'm' }, 'response.failed'],
    [{ type: 'cut' }, 'response.created'],
    [{ type: 'silent' }, 'response.created'],
  ])('ends %j with %s', (ending, type) => {
    expect(typesOf(encode([], ending)).at(-1)).toBe(type);
  });

  it('gives each output an id of its own', () => {
    const done = encode([answer('a'), answer('b')]).filter(
      ({ type }) => type === 'response.output_item.done',
    );
    expect(done.map(({ item }) => item)).toEqual([
      expect.objectContaining({ id: 'resp_1_0' }),
      expect.objectContaining({ id: 'resp_1_1' }),
    ]);
  });
});
