import type { Writable } from 'node:stream';

import { inputClosed, inputTooLong } from './errors.js';

/** How much one process may be given over its whole life, in bytes. */
export const INPUT_MAX_BYTES = 4 * 1024 * 1024;

/** The standard input of a process. */
export interface ProcessInput {
  /**
   * Sends text, and resolves when the pipe has taken it.
   *
   * @throws CoAgentError `INPUT_LIMIT` where all input together would pass {@link INPUT_MAX_BYTES} (nothing of this
   * text is sent); `PROCESS_ERROR` where the process closed its input or ended.
   */
  readonly write: (text: string) => Promise<void>;
  /** Closes the input after what was written. Harmless when repeated. */
  readonly endInput: () => void;
}

/** Bounds the input of the program `file`, and turns a closed pipe into an error of the write that met it. */
export function createProcessInput(file: string, pipe: Writable): ProcessInput {
  let sentBytes = 0;
  pipe.on('error', () => pipe.destroy());
  return {
    write: async (text) => {
      const bytes = Buffer.from(text);
      if (sentBytes + bytes.length > INPUT_MAX_BYTES) throw inputTooLong(file, INPUT_MAX_BYTES);
      if (!pipe.writable) throw inputClosed(file);
      sentBytes += bytes.length;
      await new Promise<void>((resolve, reject) => {
        pipe.write(bytes, (error) => (error ? reject(inputClosed(file)) : resolve()));
      });
    },
    endInput: () => {
      pipe.end();
    },
  };
}
