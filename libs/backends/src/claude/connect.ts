import type { OwnedCommand, spawnOwned } from '@coagent8/runtime';

import { controlProcess } from '../agent-process.js';
import type { ConnectedAgent } from '../agent-process.js';
import { openConnection } from './connection.js';
import type { Connection } from './connection.js';
import { exitFailure } from './failures.js';

/** How long Claude Code may take to end once its input is closed, in milliseconds. It takes up to 100 (2.1.332). */
export const CLOSE_GRACE_MS = 2_000;
/** How long it may take to end after SIGTERM, in milliseconds. It takes up to 200 (2.1.332). */
const STOP_GRACE_MS = 700;

/**
 * Starts Claude Code. Close or stop it: SIGTERM ends it and what it started; SIGKILL, which leaves commands of its own
 * alive, comes only after that.
 */
export async function connectClaude(
  spawn: typeof spawnOwned,
  command: OwnedCommand,
  onEvent: (name: string, event: unknown) => void,
): Promise<ConnectedAgent<Connection>> {
  const process = await spawn(command);
  const { stop, close, endOfOutput } = controlProcess(process, { stopGraceMs: STOP_GRACE_MS });
  const connection = openConnection({
    process,
    onEvent,
    explainEnd: async () => exitFailure(await endOfOutput()),
  });
  return { connection, stop, close };
}
