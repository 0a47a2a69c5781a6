/**
 * What may leave: credentials are redacted, terminal controls removed. Owns the formats of credentials, the marks in
 * their place, and how text in chunks is handled. Knows no policy, reads no file, and never touches text on its way to
 * an agent. Importing it loads no secretlint: the first redaction does.
 *
 * @packageDocumentation
 */
export { createControlStripper, stripControls } from './control-characters.js';
export type { ControlStripper } from './control-characters.js';
export { redactAnswer } from './redact-answer.js';
export { redactDiagnostic } from './redact-diagnostic.js';
export type { DiagnosticContext } from './redact-diagnostic.js';
export { redactPublic } from './redact-public.js';
export type { PublicTextContext } from './redact-public.js';
export { createRedactingStream, LINE_MAX_CHARS } from './redact-stream.js';
export type { RedactingStream } from './redact-stream.js';
export { secureRecord } from './secure-record.js';
export type { SecureText } from './secure-record.js';
export { secureText } from './secure-text.js';
