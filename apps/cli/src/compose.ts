import { createBackends } from '@coagent8/backends';
import type { Environment } from '@coagent8/contracts';
import { examineHealth } from '@coagent8/diagnostics';
import { createTurnOperations } from '@coagent8/execution';

import type { Services } from './world.js';

/** Wires the rooms together. It decides nothing. */
export function compose(environment: Environment, now: () => number): Services {
  const backends = createBackends();
  return {
    operations: createTurnOperations({ environment, backends, now }),
    examineHealth: () => examineHealth({ environment, backends }),
  };
}
