import type { TurnEvent } from '@coagent8/contracts';

import type { Output } from '../world.js';
import { writeJson } from './json.js';
import type { Report } from './report.js';

/** How soon it is noticed that nobody reads the events any more, in milliseconds. */
export const PULSE_MS = 1_000;

/**
 * A turn as a stream of events, one JSON object a line; the last one is the outcome. A turn can be silent for minutes,
 * and only a write tells that its reader is gone: so a space is written every second, which JSON ignores before the
 * object of the line.
 */
export function createEventsReport(stdout: Output): Report {
  const pulse = setInterval(() => {
    stdout.write(' ');
  }, PULSE_MS).unref();
  const write = (event: TurnEvent) => {
    writeJson(stdout, event);
  };
  const end: Report['ended'] = (outcome) => {
    clearInterval(pulse);
    write({ type: 'outcome', outcome });
  };
  return { progress: write, makeRoom: () => undefined, ended: end, refused: end };
}
