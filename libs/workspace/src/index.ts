/**
 * Which folder a turn works in, and which of its files a caller may name. Owns the order of choice, the folders that are
 * never chosen by themselves, and canonical paths. It looks at the disk under its own bounds; it may not write, know MCP
 * or a terminal, or read `process`.
 *
 * @packageDocumentation
 */
export { checkContextFiles } from './check-context-files.js';
export { chooseWorkspace } from './choose-workspace.js';
export type { WorkspaceFacts } from './choose-workspace.js';
