import { markOf } from './credential-formats.js';
import { findCredentials } from './find-credentials.js';
import { createPrivateKeyFilter } from './private-key-filter.js';

/**
 * The carry-over window: the longest line that is looked at as a whole, in UTF-16 code units. A longer line is cut,
 * in its second half and where no credential can be cut with it, if the line has such a place.
 */
export const LINE_MAX_CHARS = 64 * 1024;

/** Redacts a text that arrives in chunks. */
export interface RedactingStream {
  /** Takes the next chunk; resolves to the redacted text that is complete by now. */
  readonly write: (chunk: string) => Promise<string>;
  /** Resolves to the redacted rest. The stream is as new after it. */
  readonly end: () => Promise<string>;
}

/**
 * Redacts a text that arrives in chunks, however they are cut: the outputs together are `redactAnswer` of the whole,
 * because that function is this stream. Text leaves line by line; what is held is the line that is not complete yet,
 * at most {@link LINE_MAX_CHARS}, and the start of what may be a private key. A private key itself may be of any
 * length: it is dropped as it arrives.
 *
 * At the cut of a line that is longer than the window a credential can be missed: one that lies across it, if the
 * second half of the window holds neither a space nor a mark; one that is known by the word before it (`Bearer x`), if
 * it holds spaces alone.
 *
 * Calls may overlap; outputs belong together in the order of the calls. Rejects only if secretlint cannot be loaded.
 */
export function createRedactingStream(): RedactingStream {
  const privateKeys = createPrivateKeyFilter();
  let rest = '';

  function takeLines(chunk: string): string[] {
    const lines: string[] = [];
    rest += chunk;
    let from = 0;
    for (let end = endOfLine(rest, from); end !== undefined; end = endOfLine(rest, from)) {
      lines.push(privateKeys.line(rest.slice(from, end)));
      from = end;
    }
    rest = rest.slice(from);
    return lines;
  }

  return {
    write: (chunk) => redactLines(takeLines(chunk)),
    end: () => {
      const last = [privateKeys.line(rest), privateKeys.end()];
      rest = '';
      return redactLines(last);
    },
  };
}

/** Where the line that starts at `from` ends, or undefined if more of it may come. Depends on the text alone. */
function endOfLine(text: string, from: number): number | undefined {
  const lineBreak = text.indexOf('\n', from);
  if (lineBreak >= 0 && lineBreak < from + LINE_MAX_CHARS) return lineBreak + 1;
  return text.length - from < LINE_MAX_CHARS
    ? undefined
    : from + cutOf(text.slice(from, from + LINE_MAX_CHARS));
}

/** Places to cut a line, best first: behind a mark that ends words, a space, anything that no key is made of. */
const CUTS = [/[,;(){}[\]<>]/, /\s/, /[^\w.+/\-\uD800-\uDBFF]/];

function cutOf(line: string): number {
  for (const place of CUTS) {
    for (let cut = line.length; cut > line.length / 2; cut--) {
      if (place.test(line.charAt(cut - 1))) return cut;
    }
  }
  return line.length;
}

/** Lines go to the finder together, in portions, since its time grows with the square of what it finds. */
async function redactLines(lines: readonly string[]): Promise<string> {
  let redacted = '';
  let portion = '';
  for (const line of lines) {
    portion += line;
    // What is not a whole line must not meet the next part: in another chunking they would not meet either.
    if (portion.length < LINE_MAX_CHARS && line.endsWith('\n')) continue;
    redacted += await redactPortion(portion);
    portion = '';
  }
  return redacted + (await redactPortion(portion));
}

async function redactPortion(text: string): Promise<string> {
  if (text === '') return '';
  let redacted = '';
  let from = 0;
  for (const { kind, start, end } of await findCredentials(text)) {
    redacted += text.slice(from, start) + markOf(kind);
    from = end;
  }
  return redacted + text.slice(from);
}
