import { startModelServer } from '@coagent8/testing';
import type { ModelApi, ModelOutput, ModelServer, Scenario } from '@coagent8/testing';

/** A request, as far as it is read here. */
interface ContentRequest {
  readonly contents?: readonly {
    readonly parts?: readonly { readonly functionResponse?: { readonly response?: unknown } }[];
  }[];
  readonly tools?: readonly { readonly functionDeclarations?: readonly { readonly name: string }[] }[];
}

const GENERATE_CONTENT: ModelApi<never> = {
  basePath: '',
  scenarios: {},
  isTurn: ({ method, path }) => method === 'POST' && /:(?:stream)?generateContent$/i.test(path),
  readTurn: (body) => {
    const { contents = [], tools = [] } = body as ContentRequest;
    const parts = contents.flatMap((content) => content.parts ?? []);
    return {
      model: '',
      prompt: '',
      scenario: undefined,
      argument: undefined,
      toolOutputs: parts.flatMap(({ functionResponse }) =>
        functionResponse === undefined ? [] : [JSON.stringify(functionResponse.response)],
      ),
      tools: tools
        .flatMap(({ functionDeclarations = [] }) => functionDeclarations)
        .map(({ name }) => ({ type: 'function', name })),
    };
  },
  encode: ({ outputs }, _number, { path }) => {
    const content = { role: 'model', parts: outputs.flatMap(partOf) };
    const said = JSON.stringify({
      candidates: [{ index: 0, content, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
    });
    return /:stream/i.test(path)
      ? { contentType: 'text/event-stream', parts: [`data: ${said}\n\n`] }
      : { contentType: 'application/json', parts: [said] };
  },
  errorBody: (error) => ({ error }),
  aside: () => ({ totalTokens: 10 }),
};

/** Starts a model server of Gemini's generateContent, as far as the Gemini CLI uses it. */
export function startGenerateContentServer(scenario: Scenario): Promise<ModelServer<never>> {
  return startModelServer(GENERATE_CONTENT, scenario);
}

function partOf(output: ModelOutput): object[] {
  if (output.type === 'message') return [{ text: output.text }];
  if (output.type !== 'function-call') return [];
  return [{ functionCall: { name: output.name, args: output.callArguments } }];
}
