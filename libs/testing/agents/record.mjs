/** The only thing that the real agy does not do: it writes down how it was called, for the test. */
import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';

/** Folder below the home. Where there is none, nothing is recorded. */
export const RECORD_FOLDER = '.agy-standin';

/**
 * One line of JSON for each fact, all of them with the process they belong to. Values of variables are never recorded.
 * @param {string} home
 * @returns {(fact: { argv: readonly string[], cwd: string, variables: readonly string[] } | { stdin: string }
 *   | { prompt: string } | { end: number }) => void}
 */
export function createRecorder(home) {
  const folder = join(home, RECORD_FOLDER);
  if (!existsSync(folder)) return () => undefined;
  return (fact) =>
    appendFileSync(join(folder, 'calls.jsonl'), `${JSON.stringify({ pid: process.pid, ...fact })}\n`);
}
