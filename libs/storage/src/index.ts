/**
 * The disk: files written in one step, read within bounds, two kinds of locks, and files that processes share. Owns modes,
 * limits and the wording of what the disk refuses. Knows no name of a file and no policy; what a wrong content means is its
 * owner's to say.
 *
 * @packageDocumentation
 */
export { duplicateKeyIn } from './duplicate-key.js';
export type { DuplicateKey } from './duplicate-key.js';
export { acquireExclusiveLock } from './exclusive-lock.js';
export type { ExclusiveLock } from './exclusive-lock.js';
export { isExclusiveLockHeld } from './exclusive-lock-held.js';
export { placeOfJsonFault } from './json-fault.js';
export type { TextPlace } from './json-fault.js';
export { readJsonFile, writeJsonFile } from './json-file.js';
export type { JsonProblem, JsonReading } from './json-file.js';
export { placeOfJsonPath } from './json-path.js';
export { createKeptFile, KEPT_FILE_LOCK_STALE_MS, KEPT_FILE_LOCK_WAIT_MS } from './kept-file.js';
export type { KeptContent, KeptFile, KeptFilePlaces } from './kept-file.js';
export type { KeptFileWords } from './kept-file-warnings.js';
export { appendLines, cutToLines, readPart } from './line-file.js';
export type { AppendOptions, FilePart } from './line-file.js';
export { LOCK_POLL_MS, withLockFile } from './lock-file.js';
export type { LockFileTimes } from './lock-file.js';
export { readBounded } from './read-bounded.js';
export type { ReadLimit } from './read-bounded.js';
export { parseVersioned } from './versioned-content.js';
export type { ContentForm, ContentReading } from './versioned-content.js';
export { removeFile } from './remove-file.js';
export { EXCLUSIVE_POLL_MS, withExclusiveLock } from './with-exclusive-lock.js';
export { FILE_MODE, writeAtomic } from './write-atomic.js';
