import { stripControls } from './control-characters.js';
import { redactAnswer } from './redact-answer.js';

/**
 * The function for every text that leaves the product or is stored: terminal controls go, credentials are redacted.
 * Controls first, so that an escape inside a credential cannot hide it. Applying it twice changes nothing more.
 * Text that is sent to an agent does not pass here: prompts and diffs keep their bytes.
 */
export async function secureText(text: string): Promise<string> {
  return redactAnswer(stripControls(text));
}
