import type { TurnOperations } from '@coagent8/contracts';

import { consult } from './consult.js';
import type { TurnDependencies } from './turn-dependencies.js';

/** The operations of this process itself: every turn runs here. */
export function createTurnOperations(dependencies: TurnDependencies): TurnOperations {
  return { run: (request, host) => consult(dependencies, request, host) };
}
