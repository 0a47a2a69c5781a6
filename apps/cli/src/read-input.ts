import { addAbortSignal, type Readable } from 'node:stream';

import { inputNotText, inputTooLong, inputUnreadable, stopped } from './errors.js';

/** Longest proposal that is read from standard input, in bytes. */
export const PROPOSAL_MAX_BYTES = 4 * 1024 * 1024;
/** Longest request record, in bytes: twice a proposal, because JSON escapes line ends and quotes. */
export const REQUEST_MAX_BYTES = 2 * PROPOSAL_MAX_BYTES;

const LINE_END = 0x0a;

/** What is read, and when to give up. */
export interface InputLimits {
  readonly maxBytes: number;
  /** Ends the reading; it is then `ABORTED`. */
  readonly signal: AbortSignal;
}

/**
 * Reads `input` to its end as UTF-8 and closes it.
 *
 * @throws CoAgentError `INPUT_LIMIT` beyond the bound, for what is not UTF-8 and for what cannot be read.
 */
export async function readText(input: Readable, limits: InputLimits): Promise<string> {
  return decode(await readBytes(input, limits, () => -1));
}

/** Like {@link readText}, but reads no further than the first line end, which is left out. */
export async function readLine(input: Readable, limits: InputLimits): Promise<string> {
  return decode(await readBytes(input, limits, (chunk) => chunk.indexOf(LINE_END)));
}

async function readBytes(
  input: Readable,
  limits: InputLimits,
  findEnd: (chunk: Buffer) => number,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunksOf(input, limits.signal)) {
    const end = findEnd(chunk);
    const kept = end === -1 ? chunk : chunk.subarray(0, end);
    length += kept.length;
    if (length > limits.maxBytes) throw inputTooLong(limits.maxBytes);
    chunks.push(kept);
    if (end !== -1) break;
  }
  return Buffer.concat(chunks);
}

async function* chunksOf(input: Readable, signal: AbortSignal): AsyncIterable<Buffer> {
  const chunks: AsyncIterable<Buffer> = addAbortSignal(signal, input);
  try {
    yield* chunks;
  } catch (error) {
    throw signal.aborted ? stopped() : inputUnreadable(error);
  }
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw inputNotText();
  }
}
