import { createEventsReport } from '../output/events.js';
import { parseRequestLine } from '../parse-request.js';
import { readLine, REQUEST_MAX_BYTES } from '../read-input.js';
import type { World } from '../world.js';
import { runTurn } from './run-turn.js';

/** `coagent8 run`: one request record in, events out. The seam for programs that run turns in a process of their own. */
export function run(world: World): Promise<number> {
  return runTurn(world, { report: createEventsReport(world.stdout) }, async (signal) =>
    parseRequestLine(await readLine(world.stdin.open(), { maxBytes: REQUEST_MAX_BYTES, signal })),
  );
}
