import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { encodeMessagesReply, wholeMessagesReply } from './encode-messages-reply.js';
import { answer } from './model-reply.js';
import type { ModelOutput, ReplyEnding, StreamedReply } from './model-reply.js';

const replyOf = (outputs: ModelOutput[], ending?: ReplyEnding): StreamedReply => ({
  type: 'stream',
  outputs,
  ...(ending ? { ending } : {}),
});
const encode = (...args: Parameters<typeof replyOf>) => [
  ...encodeMessagesReply(replyOf(...args), 'msg_1', 'a-model'),
];
const whole = (...args: Parameters<typeof replyOf>) =>
  wholeMessagesReply(replyOf(...args), 'msg_1', 'a-model');
const typesOf = (events: ReturnType<typeof encode>) => events.map(({ type }) => type);
const deltasOf = (output: ModelOutput) =>
  encode([output]).flatMap(({ type, delta }) => (type === 'content_block_delta' ? [delta] : []));

const CALL: ModelOutput = { type: 'function-call', name: 'Read', callArguments: { file_path: 'a.txt' } };

describe('encodeMessagesReply', () => {
  it('streams any text in deltas that add up to it', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20_000 }), (text) => {
        const deltas = deltasOf(answer(text)) as { text: string }[];
        expect(deltas.map((delta) => delta.text).join('')).toBe(text);
        expect(deltas.length).toBeLessThanOrEqual(500);
      }),
    );
  });

  it('sends a message of one block after the other', () => {
    const events = encode([{ type: 'reasoning', summary: 'why' }, answer('that')]);
    expect(typesOf(events)).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_delta', // the signature
      'content_block_stop',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
    expect(events[1]).toMatchObject({ index: 0, content_block: { type: 'thinking' } });
    expect(events[5]).toMatchObject({ index: 1, content_block: { type: 'text' } });
  });

  it('sends the input of a call as JSON, and free text as it is', () => {
    const inputOf = (output: ModelOutput) =>
      (deltasOf(output) as { partial_json: string }[]).map((delta) => delta.partial_json).join('');
    expect(inputOf(CALL)).toBe('{"file_path":"a.txt"}');
    expect(inputOf({ type: 'custom-call', name: 'Read', input: '{"file_' })).toBe('{"file_');
  });

  it('stops an unfinished message after its first delta', () => {
    const output: ModelOutput = { type: 'message', text: 'a text longer than one delta', unfinished: true };
    expect(typesOf(encode([output], { type: 'cut' }))).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
    ]);
  });

  it.each<[ModelOutput[], ReplyEnding | undefined, string]>([
    [[answer('a')], undefined, 'end_turn'],
    [[answer('a'), CALL], undefined, 'tool_use'],
    [[{ type: 'refusal', text: 'no' }], undefined, 'refusal'],
    [[answer('a')], { type: 'incomplete', reason: 'max_tokens' }, 'max_tokens'],
  ])('says why it stops: %j %j', (outputs, ending, reason) => {
    expect(encode(outputs, ending).at(-2)).toMatchObject({ delta: { stop_reason: reason } });
    expect(whole(outputs, ending)).toMatchObject({ stop_reason: reason });
  });

  it.each<[ReplyEnding, string]>([
    [{ type: 'failed', code: 'overloaded_error', message: 'm' }, 'error'],
    [{ type: 'cut' }, 'message_start'],
    [{ type: 'silent' }, 'message_start'],
  ])('ends %j with %s', (ending, type) => {
    expect(typesOf(encode([], ending)).at(-1)).toBe(type);
  });
});

describe('wholeMessagesReply', () => {
  it('says the same as one message', () => {
    expect(whole([{ type: 'reasoning', summary: 'why' }, answer('that'), CALL])).toMatchObject({
      id: 'msg_1',
      type: 'message',
      content: [
        { type: 'thinking', thinking: 'why' },
        { type: 'text', text: 'that' },
        { type: 'tool_use', id: 'toolu_msg_1_2', name: 'Read', input: { file_path: 'a.txt' } },
      ],
    });
  });

  it('is an error where the reply fails', () => {
    expect(whole([], { type: 'failed', code: 'overloaded_error', message: 'm' })).toEqual({
      type: 'error',
      error: { type: 'overloaded_error', message: 'm' },
    });
  });
});
