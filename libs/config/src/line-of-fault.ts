/**
 * The line, from 1, at which a text that is not JSON stops being JSON; undefined when the engine does not say.
 *
 * The engine's own message is not used: it quotes the text. V8 (Node 24) gives a position for every fault but two: an
 * unexpected end, and an unexpected token, which the shortest text that still has it ends with.
 */
export function lineOfFault(text: string): number | undefined {
  const message = faultOf(text);
  if (message.startsWith(UNEXPECTED_TOKEN)) return lineAt(text, shortestUnexpected(text));
  if (message.startsWith('Unexpected end')) return lineAt(text, text.length);
  const offset = /at position (\d+)/.exec(message)?.[1];
  return offset === undefined ? undefined : lineAt(text, Number(offset));
}

const UNEXPECTED_TOKEN = 'Unexpected token';

/** Length of the shortest beginning of `text` that has an unexpected token. Every longer one has it, too. */
function shortestUnexpected(text: string): number {
  let without = 0;
  let withToken = text.length;
  while (withToken - without > 1) {
    const length = Math.floor((without + withToken) / 2);
    if (faultOf(text.slice(0, length)).startsWith(UNEXPECTED_TOKEN)) withToken = length;
    else without = length;
  }
  return withToken;
}

function faultOf(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
