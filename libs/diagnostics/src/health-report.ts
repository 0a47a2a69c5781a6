import type { Authentication, Executable, Headroom } from '@coagent8/backends';
import type { DescribedConfig, DescribedField } from '@coagent8/config';
import type {
  BackendId,
  Cooldown,
  Failure,
  ProfileEvidence,
  QuotaReading,
  Warning,
} from '@coagent8/contracts';

import type { ReportedModelRow } from './list-rows.js';
import type { DataRootHealth } from './look-at-data-root.js';
import type { ConfigurationHealth } from './read-configuration.js';
import type { PriceListHealth } from './read-listed-prices.js';

/**
 * How sure a fact is. `verified`: the agent or the vendor was asked, and the answer was compared or came from there.
 * `observed`: a file, the system or the agent says so, and nobody tried it. `unknown`: nothing says so.
 */
export type Standing = 'verified' | 'observed' | 'unknown';

/**
 * Whether somebody is signed in. `verified`: the vendor answered for the account. `present`: a sign-in is there, and
 * only a turn tells whether it is accepted. `refused`: it was not accepted, or there is none. `absent`: there is none.
 */
export interface SignIn extends Omit<Authentication, 'state'> {
  readonly state: Authentication['state'] | 'verified' | 'refused';
  readonly standing: Standing;
}

/** What an agent offers, asked anew. */
export interface ModelsHealth {
  /** `observed` where the agent lists models: no list is a promise that the account may use them. */
  readonly standing: Standing;
  /** How many models it lists. */
  readonly count: number;
  /** When it said so, ISO 8601 in UTC. */
  readonly readAt?: string;
  /** What runs where nobody names a model, with who says so, its price and what the rules say; absent where nobody knows. */
  readonly default?: ReportedModelRow;
  /**
   * Present where the default was written into the configuration: nobody had named one, and the agent's own may change.
   * `undo`: the command that takes it back.
   */
  readonly recorded?: { readonly field: string; readonly undo: string };
  /** Why it could not be asked. */
  readonly failure?: Failure;
}

/** What is known of the limits of an agent's account. */
export interface LimitsHealth {
  /** `observed` where a reading with windows is there, or a cooldown. */
  readonly standing: Standing;
  /** What it said now; where it could not be asked, what it last said. */
  readonly reading?: QuotaReading;
  /** What turns ran into and what still holds. */
  readonly cooldowns: readonly Cooldown[];
  /** How far the default model can go. */
  readonly headroom: Headroom;
  /** Why it could not be asked now. */
  readonly failure?: Failure;
}

/** What is known of one agent. A field is absent where the examination did not get that far. */
export interface BackendHealth {
  readonly backend: BackendId;
  /**
   * What a turn would meet first. `not-allowed`: `routing.allowedBackends` leaves it out. `missing`: not found. `failed`:
   * found, and could not be examined. `unverified`: a check of its profile failed. `refused`: its sign-in was not
   * accepted. `signed-out`: nobody is signed in. `limited`: its limit is reached. `ready`: none of these.
   */
  readonly state:
    'ready' | 'limited' | 'signed-out' | 'refused' | 'unverified' | 'failed' | 'missing' | 'not-allowed';
  /** Whether `routing.allowedBackends` has it. Absent where the configuration cannot be read. */
  readonly isAllowed?: boolean;
  /** Seen on the disk: observed. */
  readonly executable?: Executable;
  /** As the program says: observed. */
  readonly version?: string;
  readonly authentication?: SignIn;
  /** Verified or observed as its `assurance` says. */
  readonly evidence?: ProfileEvidence;
  readonly models?: ModelsHealth;
  readonly limits?: LimitsHealth;
  /** Why it was not found, or could not be examined. */
  readonly failure?: Failure;
}

/** What is known of the configuration, field by field. */
export interface ConfigurationDetails extends ConfigurationHealth {
  /** Every field in effect with where its value comes from. Absent where the configuration cannot be used. */
  readonly fields?: readonly DescribedField[];
  /** What the environment decides beside them. Absent where the variable that names a place is unusable. */
  readonly places?: DescribedConfig['places'];
  /** What means nothing, and what may have been meant. Absent where the configuration cannot be used. */
  readonly ignored?: DescribedConfig['ignored'];
  /** How many there are. */
  readonly ignoredCount?: number;
}

/** What a turn would meet here. A plain record; nothing in it is a secret, and home paths are shortened. */
export interface HealthReport {
  /** When it was made, ISO 8601 in UTC. */
  readonly reportedAt: string;
  readonly configuration: ConfigurationDetails;
  readonly dataRoot: DataRootHealth;
  /** Observed where `readAt` is there, else unknown. */
  readonly priceList: PriceListHealth;
  /** Folder that the agents were examined in. */
  readonly directory: string;
  readonly backends: readonly BackendHealth[];
  readonly warnings: readonly Warning[];
}
