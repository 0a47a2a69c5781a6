import { Transform } from 'node:stream';

/** Longest line that is passed on, in bytes without its end. The SDK (1.32) closes the connection at 10 MiB. */
export const LINE_MAX_BYTES = 8 * 1024 * 1024;

const LINE_END = 0x0a;

/**
 * Passes whole lines on, each in a chunk of its own. A line of more than {@link LINE_MAX_BYTES} is dropped, also where
 * its end never comes, and `onDropped` is told at once. Text after the last line end is no line, and is dropped.
 */
export function boundLines(onDropped: (maxBytes: number) => void): Transform {
  let parts: Buffer[] = [];
  let bytes = 0;
  let dropping = false;

  const add = (part: Buffer) => {
    bytes += part.length;
    if (bytes <= LINE_MAX_BYTES) parts.push(part);
    else if (!dropping) {
      dropping = true;
      parts = [];
      onDropped(LINE_MAX_BYTES);
    }
  };
  return new Transform({
    transform(chunk: Buffer, _, done) {
      let from = 0;
      for (let end = chunk.indexOf(LINE_END); end !== -1; end = chunk.indexOf(LINE_END, from)) {
        add(chunk.subarray(from, end));
        if (!dropping) this.push(Buffer.concat([...parts, chunk.subarray(end, end + 1)]));
        [parts, bytes, dropping, from] = [[], 0, false, end + 1];
      }
      add(chunk.subarray(from));
      done();
    },
  });
}
