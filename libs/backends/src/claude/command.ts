import { isAbsolute } from 'node:path';

import type { Environment } from '@coagent8/contracts';

import { agentCommand } from '../agent-command.js';
import type { AgentCommand, CommandRequest } from '../agent-command.js';
import { locateAgentHome } from '../agent-home.js';
import { PROFILE_VARIABLES } from './profile.js';
import { readUserSettings } from './user-settings.js';
import type { UserSettings } from './user-settings.js';
import { claudeFamilies, withheldNames } from './withheld-variables.js';

/** Names where Claude Code keeps its files. It is of no family. */
export const HOME_VARIABLE = 'CLAUDE_CONFIG_DIR';

/** What Claude Code and a probe of its flags are started with alike, and what the user has chosen for it. */
export interface ClaudeCommand {
  readonly command: AgentCommand;
  readonly user: UserSettings;
}

/**
 * The {@link ClaudeCommand} of a request.
 *
 * @throws CoAgentError `POLICY_DENIED` where its settings could be the repository's; `PROCESS_ERROR` where they cannot be
 * read.
 */
export async function claudeCommand(request: CommandRequest): Promise<ClaudeCommand> {
  const { environment } = request;
  const { variables } = environment;
  const home = await locateAgentHome({ variable: HOME_VARIABLE, folder: '.claude' }, request);
  const user = await readUserSettings(home, request);
  const command = await agentCommand(request, {
    families: claudeFamilies(variables),
    names: [HOME_VARIABLE],
    except: withheldNames(variables),
    set: { ...user.proxy, ...temporaryFolder(environment), ...PROFILE_VARIABLES },
  });
  return { command, user };
}

/** A relative one would be a folder of the workspace. */
function temporaryFolder({ variables, platform }: Environment): Record<string, string> {
  if (platform === 'win32') return {};
  const folder = variables['TMPDIR'];
  return { TMPDIR: folder && isAbsolute(folder) ? folder : '/tmp' };
}
