import type { Failure } from '@coagent8/contracts';

import type { TurnProgress } from './conversation.js';
import { classifyResult, failureOfRetry } from './failures.js';
import type { ApiRetry, EventOf, RateLimit, TurnResult } from './known-events.js';

/** What a turn has told of what goes wrong with it, for when it fails. */
export interface TurnFaults {
  /** A message, which may be one of Claude Code's own, in the place of the model's. */
  readonly noteMessage: (event: EventOf<'assistant'>) => void;
  /** The safety filter has stopped the answer. `category`: may be empty. */
  readonly noteRefusal: (category: string) => void;
  readonly noteLimit: (limit: RateLimit) => void;
  /** The model answers. */
  readonly noteAnswer: () => void;
  /** The request to the model is made again. Tells the failure where waiting for that is of no use. */
  readonly noteRetry: (event: ApiRetry) => Failure | undefined;
  /** What a result means that is an error. */
  readonly failureOf: (result: TurnResult, progress: TurnProgress) => Failure;
  /** The best cause there is where no result comes. */
  readonly cause: (progress: TurnProgress) => Failure | undefined;
}

/**
 * Starts with none.
 *
 * @param account - `hasKey`: whether a key signs in, and not a login that can be renewed. `now`: wall clock, in
 * milliseconds since 1970.
 */
export function createTurnFaults({
  hasKey,
  now,
}: {
  readonly hasKey: boolean;
  readonly now: () => number;
}): TurnFaults {
  /** How long the request that runs has been waited for in retries. */
  let waitMs = 0;
  let message: { readonly error: string; readonly text: string } | undefined;
  let refusal: string | undefined;
  let rateLimit: RateLimit | undefined;
  const failureOf: TurnFaults['failureOf'] = (result, progress) =>
    classifyResult(result, { ...progress, messageError: message?.error, refusal, rateLimit });
  return {
    noteMessage: (event) => {
      const error = errorOf(event);
      if (error !== undefined) message = { error, text: textOf(event) };
    },
    noteRefusal: (category) => {
      refusal = category;
    },
    noteLimit: (limit) => {
      rateLimit = limit;
    },
    noteAnswer: () => {
      waitMs = 0;
      message = undefined;
    },
    noteRetry: (event) => {
      waitMs += event.retry_delay_ms;
      return failureOfRetry(event, { hasKey, now, waitMs });
    },
    failureOf,
    cause: (progress) =>
      message && failureOf({ subtype: 'no result', is_error: true, result: message.text }, progress),
  };
}

/** What went wrong with a request, as the message in the place of its answer says. */
function errorOf({ error, api_error_params }: EventOf<'assistant'>): string | undefined {
  return api_error_params?.cut === 'context_window' ? api_error_params.cut : (error ?? undefined);
}

function textOf({ message: { content } }: EventOf<'assistant'>): string {
  return content.map(({ text }) => (typeof text === 'string' ? text : '')).join(' ');
}
