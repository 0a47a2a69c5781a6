import type { Output } from '../world.js';
import type { Report } from './report.js';

/** Writes `value` as one line of JSON. */
export function writeJson(stdout: Output, value: unknown): void {
  stdout.write(`${JSON.stringify(value)}\n`);
}

/** One object, the outcome, on standard output and nothing else anywhere. */
export function createJsonReport(stdout: Output): Report {
  const write = (outcome: unknown) => {
    writeJson(stdout, outcome);
  };
  return { progress: () => undefined, makeRoom: () => undefined, ended: write, refused: write };
}
