import { argumentIn, listOf, recordOf, scenarioIn, textOf } from './model-turn.js';
import type { Json, ModelTurn, OfferedTool } from './model-turn.js';

/** Reads the body of `POST /responses`. Lenient: what is missing or has another shape reads as absent. */
export function readResponsesTurn(body: unknown): ModelTurn {
  const request = recordOf(body);
  const input = listOf(request['input']).map(recordOf);
  const isUser = (item: Json) => item['role'] === 'user';
  const marked = input.findLastIndex((item) => isUser(item) && scenarioIn(textOf(item['content'])));
  const at = marked >= 0 ? marked : input.findLastIndex(isUser);
  const prompt = at >= 0 ? textOf(input[at]?.['content']) : '';
  return {
    prompt,
    scenario: scenarioIn(prompt),
    argument: argumentIn(prompt),
    toolOutputs: input
      .slice(at + 1)
      .filter(isToolOutput)
      .map((item) => textOf(item['output'])),
    tools: toolsOf(request, input),
    model: typeof request['model'] === 'string' ? request['model'] : '',
  };
}

/** Codex 0.171 puts the tools of a code-mode model not in `tools` but in input items of type `additional_tools`. */
function toolsOf(request: Json, input: readonly Json[]): OfferedTool[] {
  const additional = input
    .filter((item) => item['type'] === 'additional_tools')
    .flatMap((item) => listOf(item['tools']));
  return [...listOf(request['tools']), ...additional].map(recordOf).flatMap((tool) => {
    if (tool['type'] !== 'namespace') return [toolOf(tool)];
    const namespace = String(tool['name']);
    return listOf(tool['tools']).map((inner) => ({ ...toolOf(recordOf(inner)), namespace }));
  });
}

function toolOf(tool: Json): OfferedTool {
  return { type: String(tool['type']), name: String(tool['name'] ?? tool['type']) };
}

function isToolOutput(item: Json): boolean {
  return String(item['type']).endsWith('_output');
}
