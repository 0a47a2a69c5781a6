import type { Environment } from '@coagent8/contracts';
import { redactDiagnostic } from '@coagent8/security';
import type { SecureText } from '@coagent8/security';

/** Longest text of a failure or a fact, in characters. */
export const FACT_MAX_CHARACTERS = 2_000;

/** What makes a text beside an answer fit to leave: no credential, no control, no home path, and not longer than that. */
export function diagnosticOf(
  { homeDirectory }: Environment,
  maxCharacters = FACT_MAX_CHARACTERS,
): SecureText {
  return async (text) => shorten(await redactDiagnostic(text, { homeDirectory }), maxCharacters);
}

/** A provider's error can be of any length: what is cut here is never an answer. */
function shorten(text: string, maxCharacters: number): string {
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters).toWellFormed()}…`;
}
