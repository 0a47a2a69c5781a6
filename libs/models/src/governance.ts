import type { BackendId, ConsentBasis } from '@coagent8/contracts';

/** The user's rules for models: `governance` of the configuration, as data. */
export interface Governance {
  /** USD per million output tokens; a dearer model asks. `null`: this rule is off. */
  readonly outputPriceAbove: number | null;
  /** How many times the default model's output price another may cost without asking. `null`: this rule is off. */
  readonly defaultPriceRatio: number | null;
  /** Rule entries: a model's id or alias, optionally `backend/model`. */
  readonly models: {
    readonly allow: readonly string[];
    readonly ask: readonly string[];
    readonly deny: readonly string[];
  };
}

/** A model as rules see it: all its names. */
export interface GovernedModel {
  readonly backend: BackendId;
  /** The concrete model. */
  readonly id: string;
  /** Every other name that stands for it: the one that was asked for, aliases, variants. */
  readonly otherNames: readonly string[];
  /** Efforts that the agent lists for it; a name that only adds one of them means the same model. */
  readonly efforts: readonly string[];
}

/** What the rules say about one model. The first of C1 to C7 that fits decides (docs/models.md). */
export type ConsentDecision =
  | {
      readonly outcome: 'run';
      /** What the user should know all the same, as a sentence. */
      readonly warning?: string;
    }
  | {
      readonly outcome: 'ask';
      readonly basis: ConsentBasis;
      /** Why, as a sentence part that states the price where it is known. */
      readonly reason: string;
      readonly isRememberable: boolean;
    }
  | {
      readonly outcome: 'deny';
      /** The entry of `models.deny` that fits, as the user wrote it. */
      readonly rule: string;
    };
