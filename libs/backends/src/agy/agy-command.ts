import { realpath } from 'node:fs/promises';
import { devNull } from 'node:os';

import type { Environment } from '@coagent8/contracts';
import type { OwnedCommand } from '@coagent8/runtime';

import type { Executable } from '../backend.js';
import { launchEnvironment } from '../launch-environment.js';
import { safeSearchPath } from '../search-path.js';
import { AGY_FAMILIES, AGY_NAMES, AGY_VARIABLES } from './launch.js';

/** What every agy of a request is started with alike. The folder is the real path of the workspace. */
export type AgyCommand = Pick<OwnedCommand, 'file' | 'cwd' | 'env'>;

/**
 * The {@link AgyCommand} of a request. agy looks for a repository by itself; with none to be found, `git` reads no
 * configuration of it, whose filters and monitors are programs.
 */
export async function agyCommand({
  executable,
  workspacePath,
  environment,
  passVariables,
}: {
  readonly executable: Executable;
  readonly workspacePath: string;
  readonly environment: Environment;
  readonly passVariables: readonly string[];
}): Promise<AgyCommand> {
  const cwd = await realpath(workspacePath).catch(() => workspacePath);
  const env = launchEnvironment(environment, {
    families: AGY_FAMILIES,
    names: [...AGY_NAMES, ...passVariables],
  });
  const searchPath = await safeSearchPath(env['PATH'] ?? '', {
    workspacePath: cwd,
    platform: environment.platform,
  });
  return {
    file: executable.path,
    cwd,
    env: { ...env, ...AGY_VARIABLES, PATH: searchPath, GIT_DIR: devNull },
  };
}
