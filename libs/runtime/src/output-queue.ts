import { PassThrough } from 'node:stream';
import type { Readable } from 'node:stream';

/** How much output may wait for its reader before the process has to wait, too. In bytes. */
export const UNREAD_MAX_BYTES = 16 * 1024 * 1024;

/**
 * Reads a pipe ahead of its consumer, so that the pipe's end is seen although the consumer is slow, and what was read
 * outlives the pipe. Memory is bounded: past {@link UNREAD_MAX_BYTES} the pipe is left to fill and the process blocks.
 * Only a consumer that is still that far behind when the drain after the process's end is over loses output. One that
 * leaves early lets the rest be read and dropped.
 */
export function createOutputQueue(pipe: Readable): Readable {
  const queue = new PassThrough({ readableHighWaterMark: UNREAD_MAX_BYTES });
  pipe.pipe(queue, { end: false });
  pipe.on('error', () => pipe.destroy());
  pipe.once('close', () => queue.end());
  queue.once('close', () => pipe.resume());
  return queue;
}
