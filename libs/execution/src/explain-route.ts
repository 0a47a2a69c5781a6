import type { Headroom } from '@coagent8/backends';
import type { BackendId, ConsultRequest, Failure, Warning } from '@coagent8/contracts';

import type { TurnDependencies } from './turn-dependencies.js';

/** What became of one agent when a route was chosen. */
export interface ConsideredBackend {
  readonly backend: BackendId;
  /**
   * `chosen`. `able`: it could have run the turn. `limited`: it said that it answers nothing before a time. `unable`: it has
   * no such model, or none below the limit. `missing`: not found. `not-allowed`: `routing.allowedBackends` leaves it out.
   */
  readonly standing: 'chosen' | 'able' | 'limited' | 'unable' | 'missing' | 'not-allowed';
  /** How far it can still go; absent where it was not in question. */
  readonly headroom?: Headroom;
  /** Whether it is the caller itself. */
  readonly isCaller: boolean;
  /** Whether it is the configured default. */
  readonly isDefault: boolean;
  /** Why it is out of the question, as a sentence part. */
  readonly because?: string;
}

/** Which agent a request would run on, and why. A plain record; nothing in it is a secret. */
export interface RouteReport {
  /** When it was chosen, ISO 8601 in UTC. */
  readonly reportedAt: string;
  readonly strategy: 'fixed' | 'smart_quota';
  /** Absent where none can run it. */
  readonly backend?: BackendId;
  /** Why that one, where the choice was ours. */
  readonly reason?: string;
  /** Why there is none. */
  readonly failure?: Failure;
  /** All of them, the best first. */
  readonly considered: readonly ConsideredBackend[];
  readonly warnings: readonly Warning[];
}

/**
 * Chooses as a turn would and starts none. An agent is started only where a model or a price limit is named and its list of
 * models is not known. Never rejects.
 */
export function explainRoute(
  _dependencies: TurnDependencies,
  _request: ConsultRequest,
  _signal: AbortSignal,
): Promise<RouteReport> {
  throw new Error('to be written');
}
