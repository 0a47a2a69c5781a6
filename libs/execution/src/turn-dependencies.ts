import type { Backend } from '@coagent8/backends';
import type { Environment } from '@coagent8/contracts';

/** What a turn needs from the world. Handed in by an app's `compose`. */
export interface TurnDependencies {
  readonly environment: Environment;
  /** The backends that can run, in no particular order. */
  readonly backends: readonly Backend[];
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
}
