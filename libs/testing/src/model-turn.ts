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

/** An object of a request, before its fields are known. */
export type Json = Readonly<Record<string, unknown>>;

const SCENARIO_MARKER = /\bSCENARIO=([\w-]+)/;
const ARGUMENT_MARKER = /\bARG=("(?:[^"\\]|\\.)*")/;

/** The name after the first `SCENARIO=` in a text. */
export function scenarioIn(prompt: string): string | undefined {
  return SCENARIO_MARKER.exec(prompt)?.[1];
}

/** The JSON string after the first `ARG=` in a text, decoded; nothing where it is no JSON. */
export function argumentIn(prompt: string): string | undefined {
  const literal = ARGUMENT_MARKER.exec(prompt)?.[1];
  if (literal === undefined) return undefined;
  try {
    return String(JSON.parse(literal));
  } catch {
    return undefined;
  }
}

/** The text of a content that is a string or a list of parts with a `text`, a line for each. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return content === undefined ? '' : JSON.stringify(content);
  return content.map((part) => String(recordOf(part)['text'] ?? '')).join('\n');
}

/** The value where it is a list, else an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value where it is an object, else an empty one. */
export function recordOf(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}
