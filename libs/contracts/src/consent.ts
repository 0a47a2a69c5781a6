import type { BackendId } from './backend-id.js';
import type { PriceEvidence } from './price.js';

/**
 * Why the user has to be asked: a rule of theirs says so, the output price is above their limit, it is above their ratio
 * to the default model's, or it is not known.
 */
export type ConsentBasis = 'ask_rule' | 'output_price_above' | 'default_price_ratio' | 'price_unknown';

/** One question to the user, for one request and one concrete model. An answer to it holds for nothing else. */
export interface ConsentQuestion {
  readonly backend: BackendId;
  /** The concrete model that would run; no alias. */
  readonly model: string;
  readonly reasoningEffort?: string;
  readonly basis: ConsentBasis;
  /** Why they are asked, as a sentence part: what it costs, and which rule asks. */
  readonly reason: string;
  readonly price?: PriceEvidence;
  /** Whether they may answer once for all: the model is then added to `governance.models.allow`. */
  readonly isRememberable: boolean;
}

/**
 * What became of a question. Consent is the user's explicit yes alone. `declined`: they said no. `unanswered`: they did
 * not decide, or not in time. `unreachable`: nothing could show them the question. `unclear`: what came back is no answer.
 */
export type ConsentAnswer =
  | { readonly isGiven: true; readonly isToBeRemembered: boolean }
  | { readonly isGiven: false; readonly why: 'declined' | 'unanswered' | 'unreachable' | 'unclear' };

/**
 * Puts a question to the human and waits. Nothing but a human may answer it, least of all the calling agent.
 *
 * @param signal - Withdraws the question. The answer is then not looked at.
 */
export type AskConsent = (question: ConsentQuestion, signal: AbortSignal) => Promise<ConsentAnswer>;
