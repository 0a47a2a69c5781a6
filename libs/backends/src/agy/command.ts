import { realpath } from 'node:fs/promises';

import { agentCommand } from '../agent-command.js';
import type { AgentCommand, CommandRequest } from '../agent-command.js';
import { AGY_FAMILIES, AGY_NAMES, AGY_VARIABLES } from './launch.js';

/** What a turn and a probe are started with alike. The folder is the real path of the workspace. */
export async function agyCommand(request: CommandRequest): Promise<AgentCommand> {
  const workspacePath = await realpath(request.workspacePath).catch(() => request.workspacePath);
  return agentCommand(
    { ...request, workspacePath },
    { families: AGY_FAMILIES, names: AGY_NAMES, set: AGY_VARIABLES },
  );
}
