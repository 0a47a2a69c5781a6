import { createRedactingStream } from './redact-stream.js';

/**
 * Puts `[redacted: <kind>]` in the place of every credential of a well-known format, and nothing else: ordinary code,
 * hashes, identifiers and base64 text keep their bytes. For text that may hold terminal controls, `secureText` is the
 * function to use: a control inside a credential hides it from this one.
 */
export async function redactAnswer(text: string): Promise<string> {
  const stream = createRedactingStream();
  return (await stream.write(text)) + (await stream.end());
}
