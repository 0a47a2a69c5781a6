import { CoAgentError } from '@coagent8/contracts';

const SHOWN_MAX_CHARACTERS = 200;
const SHOWN_MAX_ROOTS = 10;

/** The caller named a folder without saying where it is. */
export function relativeWorkspace(path: string): CoAgentError {
  return inputLimit(
    `workspace_path ${quoted(path)} is not an absolute path`,
    'pass the absolute path of the project folder',
  );
}

/** The caller named a folder that cannot be used. */
export function unusableWorkspace(path: string, problem: string): CoAgentError {
  const words = { missing: 'does not exist', 'not-a-directory': 'is not a folder' }[problem];
  return inputLimit(
    `workspace_path ${quoted(path)} ${words ?? `cannot be read (${problem})`}`,
    'pass the absolute path of an existing project folder',
  );
}

/** Several client roots, and nothing says which is meant. */
export function ambiguousRoots(roots: readonly string[]): CoAgentError {
  const more = roots.length - SHOWN_MAX_ROOTS;
  const list = roots.slice(0, SHOWN_MAX_ROOTS).map(quoted).join(', ') + (more > 0 ? ` and ${more} more` : '');
  return inputLimit(
    `the client has ${roots.length} folders and none of them holds the folder this was started in: ${list}`,
    'name one of them in workspace_path (--workspace on the command line)',
  );
}

/** Nobody named a folder, and the one the server was started in is not to be chosen. */
export function noWorkspace(directory: string, reason: string): CoAgentError {
  return inputLimit(
    `there is no project folder: the client names none, and this was started in ${quoted(directory)}, ${reason}`,
    'name the project folder in workspace_path (--workspace on the command line)',
  );
}

/** More context files than one request may name. */
export function tooManyContextFiles(count: number, max: number): CoAgentError {
  return inputLimit(
    `context_files names ${count} files; the limit is ${max}`,
    'name the most important ones, or their folder',
  );
}

/** An entry of `context_files` that cannot be named to the agent. */
export function contextFileRefused(name: string, problem: string): CoAgentError {
  return inputLimit(
    `context_files: ${quoted(name)} ${problem}`,
    'name existing files inside the workspace, relative to it',
  );
}

function inputLimit(message: string, remedy: string): CoAgentError {
  return new CoAgentError('INPUT_LIMIT', message, { remedy });
}

/** One line of bounded length between quotes, whatever `text` is. */
function quoted(text: string): string {
  const line = text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
  return `"${line.length <= SHOWN_MAX_CHARACTERS ? line : `${line.slice(0, SHOWN_MAX_CHARACTERS)}…`}"`;
}
