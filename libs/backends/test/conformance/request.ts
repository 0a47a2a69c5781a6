import type { AgentWorld, TempWorkspace } from '@coagent8/testing';

import type { ExamineRequest } from '../../src/backend.js';

/** What an agent is asked with in its world. */
export function requestIn(world: AgentWorld, workspace: TempWorkspace): ExamineRequest {
  return {
    executable: { path: world.binary, source: 'environment' },
    workspacePath: workspace.path,
    environment: {
      variables: world.variables,
      platform: process.platform,
      homeDirectory: world.home,
      workingDirectory: world.home,
    },
    passVariables: [],
    signal: new AbortController().signal,
  };
}
