/** How agy says things, by `--output-format`: events, one object, or the answer alone. */
import { encode } from './events.mjs';

/** @typedef {ReturnType<typeof createOutput>} Output */

/** @param {string} format - `stream-json`, `json`, or else text. */
export function createOutput(format) {
  const warn = (/** @type {string} */ text) => void process.stderr.write(`${text}\n`);
  const raw = (/** @type {string | Uint8Array} */ text) => void process.stdout.write(text);
  const event = (/** @type {object} */ value) => {
    if (format === 'stream-json') raw(`${encode(value)}\n`);
  };
  const result = (/** @type {{ response: string, error?: string }} */ value) => {
    if (format === 'stream-json') event({ event: 'result', result: value });
    else if (format === 'json') raw(`${encode(value)}\n`);
    else raw(value.response);
  };
  return {
    format,
    warn,
    /** Anything at all, where there is a stream to spoil. */
    raw: (/** @type {string | Uint8Array} */ text) => {
      if (format === 'stream-json') raw(text);
    },
    event,
    result,
    /** A result with an error: said on stderr, too; with another first letter where it stands alone (1.1.25). */
    failure: (/** @type {{ response: string, error?: string }} */ value) => {
      if (format !== 'text') result(value);
      warn(`${format === 'text' ? 'Error' : 'error'}: ${value.error}`);
    },
  };
}
