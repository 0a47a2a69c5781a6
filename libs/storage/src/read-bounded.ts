import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

import { CoAgentError } from '@coagent8/contracts';

import { cannotRead, notAFile, notUtf8, tooLarge } from './errors.js';
import { codeOf } from './system-error.js';

/** How much may be read. */
export interface ReadLimit {
  /** The largest size of the file, in bytes. */
  readonly maxBytes: number;
}

/** Without `O_NONBLOCK`, opening a FIFO waits for a writer. Windows has neither. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * The text of a regular file without its byte order mark, or `undefined` if there is no file. The limit holds while
 * reading: a file that grows does not pass it. Returns at once where a FIFO or a device would make others wait.
 *
 * @throws CoAgentError `PROCESS_ERROR` naming the path, if it is no regular file, is larger than `maxBytes`, is not
 * UTF-8, or cannot be read.
 */
export async function readBounded(path: string, { maxBytes }: ReadLimit): Promise<string | undefined> {
  try {
    const file = await open(path, FLAGS);
    try {
      return decode(path, await readBytes(path, file, maxBytes));
    } finally {
      await file.close();
    }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw CoAgentError.is(error) ? error : cannotRead(path, error);
  }
}

async function readBytes(path: string, file: FileHandle, maxBytes: number): Promise<Uint8Array> {
  const about = await file.stat();
  if (!about.isFile()) throw notAFile(path);
  if (about.size > maxBytes) throw tooLarge(path, maxBytes);
  const chunks: Buffer[] = [];
  // `end` is inclusive: one byte more than allowed shows that there is more.
  for await (const chunk of file.createReadStream({ start: 0, end: maxBytes, autoClose: false }))
    chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  if (bytes.length > maxBytes) throw tooLarge(path, maxBytes);
  return bytes;
}

function decode(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw notUtf8(path);
  }
}
