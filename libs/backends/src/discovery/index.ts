/**
 * Finds the executables of the agents. Loads no adapter and starts nothing.
 *
 * @packageDocumentation
 */
export type { Executable, ExecutableSource, LocateRequest } from '../backend.js';
export { locateExecutable, VSCODE_EXTENSION } from './executable.js';
