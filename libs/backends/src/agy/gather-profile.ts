import { realpath } from 'node:fs/promises';

import type { Environment, ProfileCheck } from '@coagent8/contracts';

import type { AgentCommand } from '../agent-command.js';
import { judgePreconditions } from './judge-profile.js';
import { readOwnPrograms } from './own-programs.js';
import { findRepositoryFiles } from './repository-files.js';
import { readUserSettings } from './user-settings.js';

/** What the disk says of the profile. */
export interface GatheredProfile {
  readonly checks: readonly ProfileCheck[];
  /** Instruction files that agy will read, relative to the workspace. */
  readonly instructions: readonly string[];
}

/** Looks at the workspace and at the user's settings. Starts nothing. */
export async function gatherProfile(
  { cwd: workspacePath }: Pick<AgentCommand, 'cwd'>,
  {
    environment: { homeDirectory },
    trustedWorkspaces = [],
  }: { readonly environment: Environment; readonly trustedWorkspaces?: readonly string[] },
): Promise<GatheredProfile> {
  const [repository, settings, own, trusted] = await Promise.all([
    findRepositoryFiles({ workspacePath, homeDirectory }),
    readUserSettings({ workspacePath, homeDirectory }),
    readOwnPrograms(homeDirectory),
    Promise.all(trustedWorkspaces.map((path) => realpath(path).catch(() => path))),
  ]);
  const isTrusted = trusted.includes(workspacePath);
  return {
    checks: judgePreconditions({ repository, isTrusted, settings, own }),
    instructions: repository.instructions,
  };
}
