import { startModelServer } from '@coagent8/testing';
import type { ModelApi, ModelOutput, ModelServer, Scenario } from '@coagent8/testing';

/** A request, as far as it is read here. */
interface ChatRequest {
  readonly model?: string;
  readonly stream?: boolean;
  readonly messages?: readonly { readonly role?: string; readonly content?: unknown }[];
  readonly tools?: readonly { readonly function?: { readonly name?: string } }[];
}

const CHAT_COMPLETIONS: ModelApi<never> = {
  basePath: '/v1',
  scenarios: {},
  isTurn: ({ method, path }) => method === 'POST' && path.endsWith('/chat/completions'),
  readTurn: (body) => {
    const { model = '', messages = [], tools = [] } = body as ChatRequest;
    return {
      model,
      prompt: '',
      scenario: undefined,
      argument: undefined,
      toolOutputs: messages.filter(({ role }) => role === 'tool').map(({ content }) => textOf(content)),
      tools: tools.map((tool) => ({ type: 'function', name: tool.function?.name ?? '' })),
    };
  },
  encode: ({ outputs }, number, { body }) => {
    const { model, stream = false } = body as ChatRequest;
    const isCall = outputs.some(({ type }) => type === 'function-call');
    const end = { finish_reason: isCall ? 'tool_calls' : 'stop' };
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
    const message = messageOf(outputs);
    const say = (kind: string, choice: object, more: object = {}) =>
      JSON.stringify({
        ...{ id: `chat_${number}`, object: kind, created: 1_700_000_000, model },
        choices: [{ index: 0, ...choice }],
        ...more,
      });
    if (!stream) {
      const parts = [say('chat.completion', { message, ...end }, { usage })];
      return { contentType: 'application/json', parts };
    }
    const kind = 'chat.completion.chunk';
    const events = [say(kind, { delta: message }), say(kind, { delta: {}, ...end }, { usage }), '[DONE]'];
    return { contentType: 'text/event-stream', parts: events.map((event) => `data: ${event}\n\n`) };
  },
  errorBody: (error) => ({ error }),
  aside: () => ({ object: 'list', data: [{ id: 'fake', object: 'model' }] }),
};

/** Starts a model server of OpenAI's chat completions, as far as hosts use them. */
export function startChatCompletionsServer(scenario: Scenario): Promise<ModelServer<never>> {
  return startModelServer(CHAT_COMPLETIONS, scenario);
}

function messageOf(outputs: readonly ModelOutput[]): object {
  const text = outputs.flatMap((output) => (output.type === 'message' ? [output.text] : [])).join('');
  const calls = outputs.flatMap((output, index) =>
    output.type === 'function-call'
      ? [{ index, id: `call_${index}`, type: 'function', function: functionOf(output) }]
      : [],
  );
  return { role: 'assistant', content: text, ...(calls.length > 0 ? { tool_calls: calls } : {}) };
}

function functionOf({ name, callArguments }: Extract<ModelOutput, { type: 'function-call' }>) {
  return { name, arguments: JSON.stringify(callArguments) };
}

function textOf(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content);
}
