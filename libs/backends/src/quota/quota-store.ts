import type { BackendId, Cooldown, QuotaReading, Quotas, Warning } from '@coagent8/contracts';

/** Where the store is; a part of `Locations` of the configuration. */
export interface QuotaStorePlaces {
  readonly quotaFile: string;
  readonly locksDirectory: string;
}

/**
 * What is known of the agents' limits, in `quota.json`, for every process on the data root. Nothing rejects: what fails is a
 * warning, and turns run without it.
 */
export interface QuotaStore {
  readonly read: () => Promise<{ readonly quotas: Quotas; readonly warnings: readonly Warning[] }>;
  /** Keeps what an agent said of its limits, in place of what it said before. */
  readonly keepReading: (backend: BackendId, reading: QuotaReading) => Promise<readonly Warning[]>;
  /** Keeps a limit that a turn ran into, in place of an earlier one for the same turns. */
  readonly keepCooldown: (backend: BackendId, cooldown: Cooldown) => Promise<readonly Warning[]>;
  /**
   * A turn that wanted `model` (absent: none in particular) was answered: limits that would have stopped it are over.
   * Writes nothing where there is none.
   */
  readonly endCooldowns: (backend: BackendId, model: string | undefined) => Promise<readonly Warning[]>;
}

/** To be written. */
export function createQuotaStore(_places: QuotaStorePlaces | (() => QuotaStorePlaces)): QuotaStore {
  return {
    read: async () => ({ quotas: {}, warnings: [] }),
    keepReading: async () => [],
    keepCooldown: async () => [],
    endCooldowns: async () => [],
  };
}
