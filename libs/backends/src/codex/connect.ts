import type { spawnOwned } from '@coagent8/runtime';

import type { AgentCommand } from '../agent-command.js';
import { controlProcess } from '../agent-process.js';
import type { ConnectedAgent } from '../agent-process.js';
import { openConnection } from './connection.js';
import type { Connection } from './connection.js';
import { exitFailure } from './failures.js';
import { serverArguments } from './launch.js';

/**
 * How long an app-server may take to interrupt its turn and to end once its input is closed, in milliseconds. It takes
 * about 30 (0.171). One that does not end is killed within another second, which makes the 3.5 s that are promised.
 */
export const CLOSE_GRACE_MS = 2_500;

/** Starts an app-server with the profile as its defaults. Close or stop it. */
export async function connectCodex(
  spawn: typeof spawnOwned,
  command: AgentCommand,
  onNotification: (method: string, params: unknown) => void,
): Promise<ConnectedAgent<Connection>> {
  const process = await spawn({ ...command, args: serverArguments(command.cwd) });
  const { stop, close, endOfOutput } = controlProcess(process);
  const connection = openConnection({
    process,
    onNotification,
    explainEnd: async () => exitFailure(await endOfOutput()),
  });
  return { connection, stop, close };
}
