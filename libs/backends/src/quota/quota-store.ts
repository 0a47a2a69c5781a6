import { cooldownSchema, quotaReadingSchema } from '@coagent8/contracts';
import type { BackendId, BackendQuota, Cooldown, QuotaReading, Quotas, Warning } from '@coagent8/contracts';
import { createKeptFile } from '@coagent8/storage';
import type { KeptContent } from '@coagent8/storage';

import { changeQuotas, withCooldown, withoutCooldowns, withReading } from './change-quotas.js';
import { isOver, openCooldowns } from './cooldowns.js';
import type { AnsweredTurn } from './cooldowns.js';
import { NO_QUOTAS, parseQuotaData, renderQuotaData } from './quota-data.js';

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
  /** What is known, as it was kept: what it means by now, `headroomOf` says. Waits for no lock. */
  readonly read: () => Promise<{ readonly quotas: Quotas; readonly warnings: readonly Warning[] }>;
  /** Keeps what an agent said of its limits, in place of what it said before. */
  readonly keepReading: (backend: BackendId, reading: QuotaReading) => Promise<readonly Warning[]>;
  /** Keeps a limit that a turn ran into, in place of an earlier one for the same turns. */
  readonly keepCooldown: (backend: BackendId, cooldown: Cooldown) => Promise<readonly Warning[]>;
  /**
   * A turn was answered: limits that were met before it began and would have stopped it are over. Writes nothing where there
   * is none, and waits for nobody.
   */
  readonly endCooldowns: (backend: BackendId, turn: AnsweredTurn) => Promise<readonly Warning[]>;
}

/** What the store acts through. */
export interface QuotaStoreOptions {
  /** In milliseconds since 1970. Default: `Date.now`. */
  readonly wallClock?: () => number;
}

/** Size of the largest `quota.json`, in bytes of UTF-8. */
export const QUOTA_FILE_MAX_BYTES = 1024 * 1024;

const CONTENT: KeptContent<Quotas> = {
  empty: NO_QUOTAS,
  maxBytes: QUOTA_FILE_MAX_BYTES,
  parse: parseQuotaData,
  render: renderQuotaData,
  words: {
    effect: 'what is known of the limits of the agents is not kept as long as this lasts',
    loss: 'what was known of the limits of the agents is forgotten',
  },
};

/**
 * What is known of the agents' limits, in one file for any number of processes (`createKeptFile`). With each change, what is
 * over by `wallClock` is left out. A reading or a cooldown that is over, or not as its schema says, is not kept.
 *
 * @param places - A function is asked at each use: where it throws, the store fails as one whose disk refuses.
 */
export function createQuotaStore(
  places: QuotaStorePlaces | (() => QuotaStorePlaces),
  { wallClock = Date.now }: QuotaStoreOptions = {},
): QuotaStore {
  const find = typeof places === 'function' ? places : () => places;
  const file = createKeptFile(CONTENT, () => {
    const { quotaFile, locksDirectory } = find();
    return { path: quotaFile, locksDirectory };
  });
  const change = async (backend: BackendId, edit: (known: BackendQuota) => BackendQuota) =>
    (await file.update((quotas) => changeQuotas(quotas, backend, edit, wallClock()))).warnings;
  return {
    read: async () => {
      const { data, warnings } = await file.read();
      return { quotas: data, warnings };
    },
    keepReading: async (backend, reading) =>
      quotaReadingSchema.safeParse(reading).success
        ? change(backend, (known) => withReading(known, reading))
        : [],
    keepCooldown: async (backend, cooldown) =>
      cooldownSchema.safeParse(cooldown).success &&
      openCooldowns({ cooldowns: [cooldown] }, wallClock()).length > 0
        ? change(backend, (known) => withCooldown(known, cooldown))
        : [],
    endCooldowns: async (backend, turn) => {
      const { [backend]: known } = (await file.read()).data;
      const open = known === undefined ? [] : openCooldowns(known, wallClock());
      return open.some((cooldown) => isOver(cooldown, turn))
        ? change(backend, (newest) => withoutCooldowns(newest, turn))
        : [];
    },
  };
}
