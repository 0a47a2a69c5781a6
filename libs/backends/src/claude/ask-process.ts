import { describeRemains } from '@coagent8/runtime';

import type { AgentCommand } from '../agent-command.js';
import type { ExamineRequest } from '../backend.js';
import { examinationLeft } from '../errors.js';
import { requireNotAborted, watchAbort } from '../wait.js';
import { claudeCommand } from './command.js';
import { CLOSE_GRACE_MS, connectClaude } from './connect.js';
import type { Connection } from './connection.js';
import { chooseModel, processArguments } from './launch.js';
import { createLiveTurn } from './live-turn.js';
import type { TurnDoors } from './run-turn.js';
import type { SessionOptions } from './start-session.js';

/** What a process without a prompt is started through. */
export type AskDoors = Pick<TurnDoors, 'spawn' | 'probeFlags' | 'newId'>;

/** What Claude Code is asked, once it has started. `start`: what it was started with. */
export type Ask<Answer> = (connection: Connection, start: SessionOptions) => Promise<Answer>;

/** Changes the variables of a process. */
export type AdjustVariables = (variables: AgentCommand['env']) => AgentCommand['env'];

/** What was answered, and what may still be alive of asking, if anything. */
export interface Asked<Answer> {
  readonly answer: Answer;
  readonly remains: string | undefined;
}

/**
 * Starts Claude Code as a turn does, asks it, and ends it without a prompt.
 *
 * @param request - `model`: as `--model` takes it. Default: what the user has chosen, else Claude Code's own.
 * `adjust`: changes the variables of the process. Default: they are those of a turn.
 * @throws CoAgentError what starting and `ask` throw, or the reason of the signal.
 */
export async function askProcess<Answer>(
  { spawn, probeFlags, newId }: AskDoors,
  request: ExamineRequest & { readonly model?: string; readonly adjust?: AdjustVariables },
  ask: Ask<Answer>,
): Promise<Asked<Answer>> {
  const { signal, environment, adjust = (variables) => variables } = request;
  requireNotAborted(signal);
  const { command, user } = await claudeCommand(request);
  const { apiKeyHelper } = user;
  const flags = await probeFlags(command, { signal });
  const model = chooseModel(request.model, { user, variables: environment.variables });
  const args = processArguments({ flags, sessionId: newId(), model });
  const abort = watchAbort(signal);
  try {
    const { onEvent } = createLiveTurn({ messageId: newId() });
    const claude = await connectClaude(spawn, { ...command, env: adjust(command.env), args }, onEvent);
    const start = { model, ...(apiKeyHelper === undefined ? {} : { apiKeyHelper }) };
    const [asked] = await Promise.allSettled([Promise.race([ask(claude.connection, start), abort.happened])]);
    const isDone = signal.aborted || claude.connection.isOver();
    const remains = describeRemains(await (isDone ? claude.stop() : claude.close(CLOSE_GRACE_MS)));
    if (asked.status === 'fulfilled') return { answer: asked.value, remains };
    throw remains === undefined ? asked.reason : examinationLeft(asked.reason, remains);
  } finally {
    abort.dispose();
  }
}
