import type { PriceEvidence, Warning } from '@coagent8/contracts';

/** Prices as they are known at one moment. */
export interface PriceFacts {
  /**
   * What `model` costs; undefined where no entry of the list matches, the list could not be read, or another process read it
   * and `model` was not looked up. Touches nothing.
   */
  readonly priceOf: (model: string) => PriceEvidence | undefined;
  /** Where the list is from, without anything secret. */
  readonly source: string;
  /** When the list in use was read, ISO 8601 in UTC; absent where there is none. */
  readonly readAt?: string;
  /** Whether the list is older than a day. */
  readonly isStale: boolean;
  /** What kept prices from being read or stored. */
  readonly warnings: readonly Warning[];
}

/** What a call needs of the list. */
export interface PriceQuery {
  /** Models whose price is needed now: the call waits for the list where one of them was never looked up. */
  readonly needed: readonly string[];
  /** Models that are looked up along the way when the list is read: what the agents offer. */
  readonly offered: readonly string[];
  /** Whether a price limit is set: the call then waits for a list that is a week old, too. */
  readonly hasLimit: boolean;
  /** Whether the call waits for a list that is a day old, too. Default false. */
  readonly isFresh?: boolean;
  /** Ends the wait. */
  readonly signal: AbortSignal;
}

/** Prices of models: from `models.json`, and from the list behind it where `planPriceRead` says so. */
export interface Prices {
  /**
   * Never rejects but for the reason of the signal: a list that cannot be read is a warning.
   */
  readonly read: (query: PriceQuery) => Promise<PriceFacts>;
  /** Resolves when no read of the list is under way any more. Never rejects. */
  readonly settled: () => Promise<void>;
}
