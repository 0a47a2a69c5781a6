import type { Backend, Catalogs, QuotaStore } from '@coagent8/backends';
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
  /** What is known of the agents' limits. */
  readonly quotas: QuotaStore;
  /** Wall clock, in milliseconds since 1970. */
  readonly wallClock: () => number;
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
}
