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

/** How much a file is taken to have grown, in bytes, where it has. */
const PIECE_BYTES = 64 * 1024;

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
  let bytes = Buffer.alloc(about.size + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await file.read(bytes, length, bytes.length - length, null);
    length += bytesRead;
    if (length > maxBytes) throw tooLarge(path, maxBytes);
    if (bytesRead === 0) return bytes.subarray(0, length);
    // It has grown since, or its size is not told, as those of the system in /proc.
    if (length === bytes.length) bytes = Buffer.concat([bytes, Buffer.alloc(Math.max(length, PIECE_BYTES))]);
  }
}

function decode(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw notUtf8(path);
  }
}
