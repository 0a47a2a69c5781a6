import type { Backend, Catalogs } from '@coagent8/backends';
import type { Environment } from '@coagent8/contracts';
import type { Prices } from '@coagent8/models';

/** What a turn needs from the world. Handed in by an app's `compose`. */
export interface TurnDependencies {
  readonly environment: Environment;
  /** The backends that can run, in no particular order. */
  readonly backends: readonly Backend[];
  /** What the agents offer. */
  readonly catalogs: Catalogs;
  /** What models cost. */
  readonly prices: Prices;
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
}
