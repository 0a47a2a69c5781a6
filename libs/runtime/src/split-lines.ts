import { createHeadBuffer } from './bounded-buffer.js';
import { decodeUtf8 } from './decode-utf8.js';
import { lineTooLong } from './errors.js';

/** Longest line that is read unless the caller says otherwise, in bytes without its line feed. */
export const LINE_MAX_BYTES = 16 * 1024 * 1024;

const LINE_FEED = 0x0a;

/** One line of a program's output. */
export interface Line {
  /** Without the line feed; a carriage return before it stays. */
  readonly text: string;
  /** Whether a line feed ended it. Only the last line can be incomplete: the program stopped, or was stopped, in it. */
  readonly complete: boolean;
}

/** How {@link splitLines} reads. */
export interface SplitLinesOptions {
  /** Who printed the lines, for the error. */
  readonly file: string;
  /** Longest line, in bytes without its line feed. */
  readonly maxBytes: number;
}

/**
 * Cuts UTF-8 output into lines, at line feeds only: U+2028 and U+2029 are text. No character of more than one byte
 * contains the byte of a line feed, so the bytes are cut first and each line is decoded whole, however its characters
 * were split between chunks.
 *
 * @throws CoAgentError `BUFFER_LIMIT` for a line longer than `maxBytes`, before it is complete.
 */
export async function* splitLines(
  chunks: AsyncIterable<Uint8Array>,
  { file, maxBytes }: SplitLinesOptions,
): AsyncGenerator<Line> {
  const pending = createHeadBuffer(maxBytes);
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      keep(chunk.subarray(start, end));
      const text = decodeUtf8(pending.bytes());
      pending.clear();
      start = end + 1;
      yield { text, complete: true };
    }
    keep(chunk.subarray(start));
  }
  if (pending.bytes().length > 0) yield { text: decodeUtf8(pending.bytes()), complete: false };

  function keep(part: Uint8Array): void {
    if (!pending.push(part)) throw lineTooLong(file, maxBytes);
  }
}
