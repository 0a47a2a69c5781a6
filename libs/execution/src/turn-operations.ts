import type { Backend } from '@coagent8/backends';
import type { Environment, TurnOperations } from '@coagent8/contracts';

import { consult } from './consult.js';

/** What a turn needs from the world. Handed in by an app's `compose`. */
export interface TurnDependencies {
  readonly environment: Environment;
  /** The backends that can run, in no particular order. */
  readonly backends: readonly Backend[];
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
}

/** The operations of this process itself: every turn runs here. */
export function createTurnOperations(dependencies: TurnDependencies): TurnOperations {
  return { run: (request, host) => consult(dependencies, request, host) };
}
