import { devNull } from 'node:os';

import type { OwnedCommand } from '@coagent8/runtime';

import type { ExamineRequest } from './backend.js';
import { launchEnvironment } from './launch-environment.js';
import type { LaunchVariables } from './launch-environment.js';
import { safeSearchPath } from './search-path.js';

/** What a process of an agent and a probe of it are started with alike. */
export type AgentCommand = Pick<OwnedCommand, 'file' | 'cwd' | 'env'>;

/** What a command is made from. */
export type CommandRequest = Pick<
  ExamineRequest,
  'executable' | 'workspacePath' | 'environment' | 'passVariables'
>;

/**
 * The {@link AgentCommand} of a request, with nothing in it that a repository can fill. All agents run `git` by
 * themselves, with the repository's configuration, whose filters and monitors are programs: with no repository to be
 * found, nothing of it is read.
 */
export async function agentCommand(
  { executable, workspacePath, environment, passVariables }: CommandRequest,
  { families, names, except = [], set = {} }: LaunchVariables,
): Promise<AgentCommand> {
  const env = launchEnvironment(environment, {
    families,
    names: [...passVariables, ...names],
    except,
    set: { ...set, GIT_DIR: devNull },
  });
  const PATH = await safeSearchPath(env['PATH'] ?? '', { workspacePath, environment });
  return { file: executable.path, cwd: workspacePath, env: { ...env, PATH } };
}
