import type { ModelOutput, ReplyEnding, StreamedReply } from './model-reply.js';
import type { Json } from './model-turn.js';
import { textDeltas } from './text-deltas.js';

/** One event of the Messages API, before it becomes text. */
export interface MessageEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** A content block: how it begins, what is added to it, and what that makes. */
interface Block {
  readonly start: Json;
  readonly deltas: Iterable<Json>;
  readonly whole: Json;
}

/** The client hands a block's signature back unread. */
const SIGNATURE = 'c2lnbmF0dXJl';

const USAGE = {
  input_tokens: 120,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 40,
  output_tokens: 20,
};

/**
 * The events of a streamed reply, in order. Ids are built from `messageId`, so equal input gives equal events. A call
 * whose input is free text sends that text where its JSON belongs, whatever it is.
 *
 * @param messageId - Id of this reply, unique within the server.
 */
export function* encodeMessagesReply(
  { outputs, ending = { type: 'completed' } }: StreamedReply,
  messageId: string,
  model: string,
): Generator<MessageEvent> {
  const usage = { ...USAGE, output_tokens: 1 };
  yield { type: 'message_start', message: { ...messageOf(messageId, model), content: [], usage } };
  for (const [index, output] of outputs.entries()) yield* encodeBlock(output, index, messageId);
  yield* encodeEnding(ending, outputs);
}

/** The same reply as one JSON body, for a request that wants no stream. */
export function wholeMessagesReply(
  { outputs, ending = { type: 'completed' } }: StreamedReply,
  messageId: string,
  model: string,
): Json {
  if (ending.type === 'failed') return errorOf(ending);
  const content = outputs.map((output, index) => blockOf(output, index, messageId).whole);
  return {
    ...messageOf(messageId, model),
    content,
    stop_reason: stopReasonOf(ending, outputs),
    usage: USAGE,
  };
}

function messageOf(id: string, model: string): Json {
  return { id, type: 'message', role: 'assistant', model, stop_reason: null, stop_sequence: null };
}

function* encodeBlock(output: ModelOutput, index: number, messageId: string): Generator<MessageEvent> {
  const { start, deltas } = blockOf(output, index, messageId);
  yield { type: 'content_block_start', index, content_block: start };
  for (const delta of deltas) {
    yield { type: 'content_block_delta', index, delta };
    if (output.type === 'message' && output.unfinished) return;
  }
  yield { type: 'content_block_stop', index };
}

function blockOf(output: ModelOutput, index: number, messageId: string): Block {
  switch (output.type) {
    case 'message':
    case 'refusal':
      return textBlock(output.text);
    case 'reasoning':
      return thinkingBlock(output.summary);
    case 'function-call':
    case 'custom-call': {
      const input = output.type === 'function-call' ? output.callArguments : output.input;
      return toolBlock({ type: 'tool_use', id: `toolu_${messageId}_${index}`, name: output.name }, input);
    }
  }
}

function textBlock(text: string): Block {
  const deltas = textDeltas(text).map((piece) => ({ type: 'text_delta', text: piece }));
  return { start: { type: 'text', text: '' }, deltas, whole: { type: 'text', text } };
}

function thinkingBlock(thinking: string): Block {
  return {
    start: { type: 'thinking', thinking: '', signature: '' },
    deltas: [
      { type: 'thinking_delta', thinking },
      { type: 'signature_delta', signature: SIGNATURE },
    ],
    whole: { type: 'thinking', thinking, signature: SIGNATURE },
  };
}

function toolBlock(call: Json, input: Json | string): Block {
  const json = typeof input === 'string' ? input : JSON.stringify(input);
  const deltas = textDeltas(json).map((piece) => ({ type: 'input_json_delta', partial_json: piece }));
  return { start: { ...call, input: {} }, deltas, whole: { ...call, input } };
}

function* encodeEnding(ending: ReplyEnding, outputs: readonly ModelOutput[]): Generator<MessageEvent> {
  switch (ending.type) {
    case 'completed':
    case 'incomplete': {
      const delta = { stop_reason: stopReasonOf(ending, outputs), stop_sequence: null };
      yield { type: 'message_delta', delta, usage: USAGE };
      yield { type: 'message_stop' };
      return;
    }
    case 'failed':
      yield errorOf(ending);
      return;
    case 'cut':
    case 'silent':
      return;
  }
}

function errorOf({ code, message }: { readonly code: string; readonly message: string }): MessageEvent {
  return { type: 'error', error: { type: code, message } };
}

function stopReasonOf(ending: ReplyEnding, outputs: readonly ModelOutput[]): string {
  if (ending.type === 'incomplete') return ending.reason;
  if (outputs.some(({ type }) => type === 'refusal')) return 'refusal';
  return outputs.some(({ type }) => type.endsWith('-call')) ? 'tool_use' : 'end_turn';
}
