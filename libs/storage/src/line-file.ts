import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

import { CoAgentError } from '@coagent8/contracts';

import { cannotRead, cannotWrite, notAFile } from './errors.js';
import { makeFolders } from './make-folders.js';
import { codeOf } from './system-error.js';
import { FILE_MODE } from './write-atomic.js';

const LINE_FEED = 0x0a;
/** How much of a file's end is looked at in one step for the end of its last line, in bytes. */
const STEP_BYTES = 64 * 1024;
/** Without `O_NONBLOCK`, opening a FIFO waits for the other end. Windows has neither. */
const NO_WAIT = constants.O_NONBLOCK ?? 0;

/** How {@link appendLines} writes. */
export interface AppendOptions {
  /** The size that the file has to have, in bytes; absent: any. */
  readonly expectedBytes?: number;
  /** Whether a missing file, mode 0600, and missing folders, mode 0700, are made. */
  readonly isMade: boolean;
}

/**
 * Appends whole lines to a file. Returns its new size in bytes, or undefined where there is no such file, or it has another
 * size than was expected: then nothing is written. What is written outlives the process; for a power failure nothing is
 * promised. For one writer at a time.
 *
 * @param text - Whole lines, each with its line feed.
 * @throws CoAgentError `PROCESS_ERROR` naming the path and what the system said; what was there stays, and nothing else.
 */
export async function appendLines(
  path: string,
  text: string,
  { expectedBytes, isMade }: AppendOptions,
): Promise<number | undefined> {
  try {
    if (isMade) makeFolders(dirname(path));
    const create = isMade ? constants.O_CREAT : 0;
    return await within(path, constants.O_RDWR | constants.O_APPEND | create, async (file, size) => {
      if (expectedBytes !== undefined && expectedBytes !== size) return undefined;
      const bytes = Buffer.from(text);
      await writeWhole(file, bytes, size);
      return size + bytes.length;
    });
  } catch (error) {
    throw CoAgentError.is(error) ? error : cannotWrite(path, error);
  }
}

/**
 * Cuts what stands behind the last line that is whole, or behind `atMostBytes` where that is less. Returns the size before
 * and after, in bytes; undefined where there is no file. Reads no more than the line that is cut, in
 * steps of 64 KiB. For one writer at a time.
 *
 * @throws CoAgentError `PROCESS_ERROR` naming the path and what the system said.
 */
export async function cutToLines(
  path: string,
  atMostBytes = Number.POSITIVE_INFINITY,
): Promise<{ readonly before: number; readonly after: number } | undefined> {
  try {
    return await within(path, constants.O_RDWR, async (file, before) => {
      const after = await endOfLastLine(file, Math.min(before, atMostBytes));
      if (after < before) await file.truncate(after);
      return { before, after };
    });
  } catch (error) {
    throw CoAgentError.is(error) ? error : cannotWrite(path, error);
  }
}

/** A part of a file. */
export interface FilePart {
  readonly bytes: Buffer;
  /** Size of the whole file, in bytes. */
  readonly size: number;
}

/**
 * The part of a regular file that begins at `offset`, at most `maxBytes` of it; undefined where there is no file.
 *
 * @throws CoAgentError `PROCESS_ERROR` naming the path and what the system said.
 */
export async function readPart(
  path: string,
  { offset, maxBytes }: { readonly offset: number; readonly maxBytes: number },
): Promise<FilePart | undefined> {
  try {
    return await within(path, constants.O_RDONLY, async (file, size) => {
      const bytes = Buffer.alloc(Math.max(0, Math.min(maxBytes, size - offset)));
      return { bytes: bytes.subarray(0, await readFully(file, bytes, offset)), size };
    });
  } catch (error) {
    throw CoAgentError.is(error) ? error : cannotRead(path, error);
  }
}

async function within<Result>(
  path: string,
  flags: number,
  action: (file: FileHandle, size: number) => Promise<Result>,
): Promise<Result | undefined> {
  let file: FileHandle;
  try {
    file = await open(path, flags | NO_WAIT, FILE_MODE);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    const about = await file.stat();
    if (!about.isFile()) throw notAFile(path);
    return await action(file, about.size);
  } finally {
    await file.close();
  }
}

async function writeWhole(file: FileHandle, bytes: Buffer, sizeBefore: number): Promise<void> {
  try {
    for (let done = 0; done < bytes.length;) done += (await file.write(bytes, done)).bytesWritten;
  } catch (error) {
    // A disk that is full takes a part. Should this fail, too, the next cut finds the torn line.
    await file.truncate(sizeBefore).catch(() => undefined);
    throw error;
  }
}

async function endOfLastLine(file: FileHandle, size: number): Promise<number> {
  for (let end = size; end > 0;) {
    const start = Math.max(0, end - STEP_BYTES);
    const bytes = Buffer.alloc(end - start);
    const read = await readFully(file, bytes, start);
    const at = bytes.subarray(0, read).lastIndexOf(LINE_FEED);
    if (at >= 0) return start + at + 1;
    end = start;
  }
  return 0;
}

async function readFully(file: FileHandle, bytes: Buffer, position: number): Promise<number> {
  let length = 0;
  while (length < bytes.length) {
    const { bytesRead } = await file.read(bytes, length, bytes.length - length, position + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return length;
}
