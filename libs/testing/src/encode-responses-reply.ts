import type { ModelOutput, ReplyEnding, StreamedReply } from './model-reply.js';
import { textDeltas } from './text-deltas.js';

/** One event of the Responses API, before it becomes text. */
export interface ResponseEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

type Message = Extract<ModelOutput, { type: 'message' }>;

const USAGE = {
  input_tokens: 120,
  input_tokens_details: { cached_tokens: 40 },
  output_tokens: 20,
  output_tokens_details: { reasoning_tokens: 5 },
  total_tokens: 140,
};

/**
 * The events of a streamed reply, in order. Ids are built from `responseId`, so equal input gives equal events.
 *
 * @param responseId - Id of this reply, unique within the server.
 */
export function* encodeResponsesReply(
  { outputs, ending = { type: 'completed' } }: StreamedReply,
  responseId: string,
  model: string,
): Generator<ResponseEvent> {
  const response = { id: responseId, object: 'response', model, output: [] };
  yield { type: 'response.created', response: { ...response, status: 'in_progress' } };
  for (const [index, output] of outputs.entries())
    yield* encodeOutput(output, index, `${responseId}_${index}`);
  yield* encodeEnding(ending, response);
}

function* encodeEnding(
  ending: ReplyEnding,
  response: Readonly<Record<string, unknown>>,
): Generator<ResponseEvent> {
  switch (ending.type) {
    case 'completed':
      yield { type: 'response.completed', response: { ...response, status: 'completed', usage: USAGE } };
      return;
    case 'incomplete':
      yield {
        type: 'response.incomplete',
        response: {
          ...response,
          status: 'incomplete',
          incomplete_details: { reason: ending.reason },
          usage: USAGE,
        },
      };
      return;
    case 'failed': {
      const error = { code: ending.code, message: ending.message };
      yield { type: 'response.failed', response: { ...response, status: 'failed', error } };
      return;
    }
    case 'cut':
    case 'silent':
      return;
  }
}

function encodeOutput(output: ModelOutput, index: number, id: string): Iterable<ResponseEvent> {
  switch (output.type) {
    case 'message':
      return encodeMessage(output, index, id);
    case 'reasoning':
      return encodeReasoning(output.summary, index, id);
    case 'refusal': {
      const content = [{ type: 'refusal', refusal: output.text }];
      return wholeItem({ type: 'message', id, role: 'assistant', status: 'completed', content }, index);
    }
    case 'function-call':
      return wholeItem(
        { ...callItem(output, id), type: 'function_call', arguments: JSON.stringify(output.callArguments) },
        index,
      );
    case 'custom-call':
      return wholeItem({ ...callItem(output, id), type: 'custom_tool_call', input: output.input }, index);
  }
}

function callItem({ name, namespace }: { name: string; namespace?: string }, id: string) {
  return {
    id,
    call_id: `call_${id}`,
    status: 'completed',
    name,
    ...(namespace === undefined ? {} : { namespace }),
  };
}

function* wholeItem(item: Readonly<Record<string, unknown>>, index: number): Generator<ResponseEvent> {
  yield { type: 'response.output_item.added', output_index: index, item: { ...item, status: 'in_progress' } };
  yield { type: 'response.output_item.done', output_index: index, item };
}

function* encodeMessage(
  { text, phase, unfinished }: Message,
  index: number,
  id: string,
): Generator<ResponseEvent> {
  const item = { type: 'message', id, role: 'assistant', ...(phase === undefined ? {} : { phase }) };
  const place = { item_id: id, output_index: index, content_index: 0 };
  yield {
    type: 'response.output_item.added',
    output_index: index,
    item: { ...item, status: 'in_progress', content: [] },
  };
  for (const delta of textDeltas(text)) {
    yield { type: 'response.output_text.delta', ...place, delta };
    if (unfinished) return;
  }
  yield { type: 'response.output_text.done', ...place, text };
  const content = [{ type: 'output_text', text, annotations: [] }];
  yield {
    type: 'response.output_item.done',
    output_index: index,
    item: { ...item, status: 'completed', content },
  };
}

function* encodeReasoning(summary: string, index: number, id: string): Generator<ResponseEvent> {
  const part = { item_id: id, output_index: index, summary_index: 0 };
  yield {
    type: 'response.output_item.added',
    output_index: index,
    item: { type: 'reasoning', id, summary: [] },
  };
  yield { type: 'response.reasoning_summary_part.added', ...part, part: { type: 'summary_text', text: '' } };
  yield { type: 'response.reasoning_summary_text.delta', ...part, delta: summary };
  yield { type: 'response.reasoning_summary_text.done', ...part, text: summary };
  const item = {
    type: 'reasoning',
    id,
    summary: [{ type: 'summary_text', text: summary }],
    encrypted_content: 'AAAA',
  };
  yield { type: 'response.output_item.done', output_index: index, item };
}
