import { createBackends } from '@coagent8/backends';
import type { Environment } from '@coagent8/contracts';
import { createTurnOperations } from '@coagent8/execution';

import { createCallTool } from './call-tool.js';
import type { CallTool } from './call-tool.js';

/** Puts the rooms behind a call together. Loaded with the first call: a start needs none of them. */
export function composeCalls(environment: Environment, now: () => number): CallTool {
  const operations = createTurnOperations({ environment, backends: createBackends(), now });
  return createCallTool({ operations, workingDirectory: environment.workingDirectory, now });
}
