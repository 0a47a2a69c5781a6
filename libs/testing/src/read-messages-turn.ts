import { argumentIn, listOf, recordOf, scenarioIn, textOf } from './model-turn.js';
import type { Json, ModelTurn } from './model-turn.js';

/**
 * Reads the body of `POST /v1/messages`. Lenient: what is missing or has another shape reads as absent.
 *
 * Claude Code 2.1.332 puts context into texts of the user's messages, before and after what the user wrote: one that
 * begins with `<system-reminder>` is the prompt only where it carries a marker.
 */
export function readMessagesTurn(body: unknown): ModelTurn {
  const request = recordOf(body);
  const blocks = userBlocks(listOf(request['messages']).map(recordOf));
  const isText = (block: Json) => block['type'] === 'text';
  const marked = blocks.findLastIndex((block) => isText(block) && scenarioIn(textIn(block)));
  const written = () => blocks.findLastIndex((block) => isText(block) && !isReminder(textIn(block)));
  const at = marked >= 0 ? marked : written();
  const prompt = textIn(blocks[at] ?? {});
  return {
    prompt,
    scenario: scenarioIn(prompt),
    argument: argumentIn(prompt),
    toolOutputs: blocks
      .slice(at + 1)
      .filter((block) => block['type'] === 'tool_result')
      .map((block) => textOf(block['content'])),
    tools: listOf(request['tools']).map(recordOf).map(toolOf),
    model: typeof request['model'] === 'string' ? request['model'] : '',
  };
}

/** What the user's side said, in order. A content that is a string is one text. */
function userBlocks(messages: readonly Json[]): Json[] {
  return messages
    .filter(({ role }) => role === 'user')
    .flatMap(({ content }) =>
      typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content).map(recordOf),
    );
}

function textIn({ text }: Json): string {
  return typeof text === 'string' ? text : '';
}

function isReminder(text: string): boolean {
  return text.trimStart().startsWith('<system-reminder>');
}

/** The API leaves out the type of a tool that the client runs. */
function toolOf({ type = 'custom', name = type }: Json) {
  return { type: String(type), name: String(name) };
}
