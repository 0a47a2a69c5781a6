import { decodeUtf8 } from './decode-utf8.js';

/** Bytes from the start of a stream, up to a bound. */
export interface HeadBuffer {
  /** Keeps what fits; returns whether that was all of `chunk`. */
  readonly push: (chunk: Uint8Array) => boolean;
  /** The bytes kept so far: a view that the next `push` or `clear` may overwrite. */
  readonly bytes: () => Buffer;
  readonly clear: () => void;
}

/** Collects at most `maxBytes`. Grows by doubling, so that many small chunks cost no more than a few large ones. */
export function createHeadBuffer(maxBytes: number): HeadBuffer {
  let store = Buffer.alloc(0);
  let length = 0;
  return {
    push: (chunk) => {
      const part = chunk.subarray(0, maxBytes - length);
      if (length + part.length > store.length) {
        const larger = Buffer.allocUnsafe(Math.max(2 * store.length, length + part.length));
        store.copy(larger, 0, 0, length);
        store = larger;
      }
      store.set(part, length);
      length += part.length;
      return part.length === chunk.length;
    },
    bytes: () => store.subarray(0, length),
    clear: () => {
      length = 0;
    },
  };
}

/** The last bytes of a stream, as text. */
export interface TailBuffer {
  readonly push: (chunk: Uint8Array) => void;
  /** The text kept; a character that the cut went through is left out. */
  readonly text: () => string;
  /** Whether earlier bytes were dropped. */
  readonly isTruncated: () => boolean;
}

/** Keeps the last `maxBytes` of all that is pushed, in memory that is taken once. */
export function createTailBuffer(maxBytes: number): TailBuffer {
  const ring = Buffer.allocUnsafe(maxBytes);
  let position = 0;
  let total = 0;
  return {
    push: (chunk) => {
      const part = chunk.subarray(Math.max(0, chunk.length - maxBytes));
      const untilEnd = part.subarray(0, maxBytes - position);
      ring.set(untilEnd, position);
      ring.set(part.subarray(untilEnd.length), 0);
      position = (position + part.length) % maxBytes;
      total += chunk.length;
    },
    text: () =>
      total <= maxBytes
        ? decodeUtf8(ring.subarray(0, total))
        : decodeUtf8(Buffer.concat([ring.subarray(position), ring.subarray(0, position)]), 'start'),
    isTruncated: () => total > maxBytes,
  };
}
