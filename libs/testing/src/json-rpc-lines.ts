import type { Readable } from 'node:stream';

/** One JSON-RPC message, loosely: what it holds is for the test to judge. */
export interface JsonRpcMessage {
  readonly jsonrpc?: string;
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** A line as a message; `undefined` where it is not a JSON object. */
export function parseMessage(line: string): JsonRpcMessage | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Calls `listener` for every line of a text stream, and at its end for what stands after the last line feed. Only a
 * line feed ends a line: `node:readline` also splits at U+2028, which JSON may hold as it is.
 */
export function onLine(stream: Readable, listener: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(listener);
  });
  stream.on('end', () => {
    if (rest !== '') listener(rest);
  });
}
