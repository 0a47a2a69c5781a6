import { Transform } from 'node:stream';

/** Why a line is no message. */
export type LineFault = 'no JSON' | 'no message';

/**
 * Passes on the lines that are messages of the protocol, one a chunk. The SDK (1.32) drops any other without a word, and
 * its sender would wait for ever: `refuse` is told of each that could be waited for, with its id where it has one.
 * A reply that is malformed is passed on without what it says, so that who waits for it learns that nothing useful came.
 * Blank lines, and notifications that are malformed, go in silence: nobody waits for them.
 */
export function passMessages(
  isMessage: (value: unknown) => boolean,
  refuse: (fault: LineFault, id: string | number | null) => void,
): Transform {
  return new Transform({
    transform(line: Buffer, _, done) {
      const text = line.toString('utf8').trim();
      const parsed = text === '' ? undefined : parse(text);
      if (parsed === 'no JSON') refuse('no JSON', null);
      else if (parsed !== undefined) {
        const { value } = parsed;
        if (isMessage(value)) this.push(line);
        else if (isReply(value)) this.push(emptyReply(value.id));
        else if (isAwaited(value)) refuse('no message', idOf(value));
      }
      done();
    },
  });
}

function parse(text: string): { readonly value: unknown } | 'no JSON' {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return 'no JSON';
  }
}

function isReply(value: unknown): value is { readonly id: string | number } {
  return idOf(value) !== null && isObject(value) && ('result' in value || 'error' in value);
}

function emptyReply(id: string | number): Buffer {
  return Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', id, result: {} })}\n`);
}

/** A request has an id; what is no object, as a batch, may hold one. */
function isAwaited(value: unknown): boolean {
  return !isObject(value) || ('id' in value && !('result' in value) && !('error' in value));
}

function idOf(value: unknown): string | number | null {
  const id = isObject(value) ? value['id'] : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
