/** One tool that a request offers to the model. */
export interface OfferedTool {
  readonly type: string;
  readonly name: string;
  /** Namespace that the tool stands in, which a call to it has to repeat. */
  readonly namespace?: string;
}

/** What one request tells a scenario. */
export interface ModelTurn {
  /** Text of the last user message that carries a marker, else of the last user message. */
  readonly prompt: string;
  /** The name after `SCENARIO=` in the prompt. */
  readonly scenario: string | undefined;
  /** The JSON string after `ARG=` in the prompt, decoded. */
  readonly argument: string | undefined;
  /** What the tools answered since that message. Its length says how far the turn has come. */
  readonly toolOutputs: readonly string[];
  readonly tools: readonly OfferedTool[];
  readonly model: string;
}

type Json = Readonly<Record<string, unknown>>;

const SCENARIO_MARKER = /\bSCENARIO=([\w-]+)/;
const ARGUMENT_MARKER = /\bARG=("(?:[^"\\]|\\.)*")/;

/** Reads the body of `POST /responses`. Lenient: what is missing or has another shape reads as absent. */
export function readModelTurn(body: unknown): ModelTurn {
  const request = recordOf(body);
  const input = listOf(request['input']).map(recordOf);
  const isUser = (item: Json) => item['role'] === 'user';
  const marked = input.findLastIndex((item) => isUser(item) && SCENARIO_MARKER.test(textOf(item['content'])));
  const at = marked >= 0 ? marked : input.findLastIndex(isUser);
  const prompt = at >= 0 ? textOf(input[at]?.['content']) : '';
  return {
    prompt,
    scenario: SCENARIO_MARKER.exec(prompt)?.[1],
    argument: argumentOf(prompt),
    toolOutputs: input
      .slice(at + 1)
      .filter(isToolOutput)
      .map((item) => textOf(item['output'])),
    tools: toolsOf(request, input),
    model: typeof request['model'] === 'string' ? request['model'] : '',
  };
}

function argumentOf(prompt: string): string | undefined {
  const literal = ARGUMENT_MARKER.exec(prompt)?.[1];
  if (literal === undefined) return undefined;
  try {
    return String(JSON.parse(literal));
  } catch {
    return undefined;
  }
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

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return content === undefined ? '' : JSON.stringify(content);
  return content.map((part) => String(recordOf(part)['text'] ?? '')).join('\n');
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function recordOf(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}
