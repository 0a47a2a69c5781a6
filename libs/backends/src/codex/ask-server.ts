import { describeRemains } from '@coagent8/runtime';
import type { spawnOwned } from '@coagent8/runtime';

import type { AgentCommand } from '../agent-command.js';
import { examinationLeft } from '../errors.js';
import { watchAbort } from '../wait.js';
import { CLOSE_GRACE_MS, connectCodex } from './connect.js';
import type { Connection } from './connection.js';

/** What an app-server said, and what may still be alive of it. */
export interface ServerAnswer<Answer> {
  readonly answer: Answer;
  readonly remains: string | undefined;
}

/**
 * Starts an app-server for the questions of `ask` alone, and ends it: no turn runs on it. It is stopped where `signal` is
 * aborted.
 *
 * @throws CoAgentError what `ask` throws, with what may still be alive; the reason of the signal; what keeps a process
 * from starting.
 */
export async function askServer<Answer>(
  spawn: typeof spawnOwned,
  { command, signal }: { readonly command: AgentCommand; readonly signal: AbortSignal },
  ask: (connection: Connection) => Promise<Answer>,
): Promise<ServerAnswer<Answer>> {
  const abort = watchAbort(signal);
  try {
    const server = await connectCodex(spawn, command, () => undefined);
    const [asked] = await Promise.allSettled([Promise.race([ask(server.connection), abort.happened])]);
    const isDone = signal.aborted || server.connection.isOver();
    const remains = describeRemains(await (isDone ? server.stop() : server.close(CLOSE_GRACE_MS)));
    if (asked.status === 'fulfilled') return { answer: asked.value, remains };
    throw remains === undefined ? asked.reason : examinationLeft(asked.reason, remains);
  } finally {
    abort.dispose();
  }
}
