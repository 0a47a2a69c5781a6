import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import { agentCommand } from '../agent-command.js';
import type { AgentCommand, CommandRequest } from '../agent-command.js';
import { locateAgentHome } from '../agent-home.js';
import { commandsElsewhere } from './errors.js';
import { CODEX_FAMILIES } from './launch.js';
import { readProviderKeyNames } from './provider-keys.js';

/**
 * Where commands run instead of here: a file of the user's folder that names programs and addresses, and a variable with
 * one address.
 */
const PLACES = 'environments.toml';
const PLACE_VARIABLE = 'CODEX_EXEC_SERVER_URL';

/**
 * What an app-server and a probe of its sandbox are started with alike. Reads the names of provider keys from the
 * user's configuration. The sandboxed shell does not inherit what hides the repository from `git` (0.150 to 0.171).
 *
 * @throws CoAgentError `POLICY_DENIED` where `CODEX_HOME` could be the repository's; `SANDBOX_UNAVAILABLE` where the user
 * has named other places for commands: Codex turns to them when it starts, whatever it is told then (0.150 to 0.171).
 */
export async function codexCommand(request: CommandRequest): Promise<AgentCommand> {
  const home = await locateAgentHome({ variable: 'CODEX_HOME', folder: '.codex' }, request);
  const places = join(home, PLACES);
  if (await stat(places).catch(() => undefined)) throw commandsElsewhere(places);
  const names = await readProviderKeyNames(home);
  const command = await agentCommand(request, { families: CODEX_FAMILIES, names });
  const { [PLACE_VARIABLE]: _place, ...env } = command.env;
  return { ...command, env };
}
