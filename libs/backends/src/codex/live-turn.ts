import type { Failure } from '@coagent8/contracts';

import type { TurnEnding, TurnNews } from '../turn-stream.js';
import { createTurnEvents } from './events.js';
import type { RequireModel, TurnEvents } from './events.js';
import type { NetworkWatch } from './network-watch.js';

/** Names of a turn that Codex has accepted. */
export interface AcceptedTurn {
  readonly threadId: string;
  readonly turnId: string;
}

/** The turn as its notifications come in. */
export interface LiveTurn {
  /** For the connection. Throws what ends it: malformed notifications, a profile that no longer holds, a model that may not run. */
  readonly onNotification: (method: string, params: unknown) => void;
  /** From now on the notifications of this thread count, and every model that it is said to go on with. */
  readonly follow: (threadId: string, requireModel?: RequireModel) => void;
  /** Codex has accepted the prompt. */
  readonly accept: (turn: AcceptedTurn) => void;
  readonly accepted: () => AcceptedTurn | undefined;
  /** Resolves when Codex says that the turn is over. */
  readonly ended: Promise<TurnEnding>;
  readonly hasEnded: () => boolean;
  /** The best cause there is where Codex does not say that the turn is over. */
  readonly cause: () => Failure | undefined;
}

/** Passes the news of a turn on, and its activity to `watch`. */
export function createLiveTurn(emit: (news: TurnNews) => void, watch: NetworkWatch): LiveTurn {
  const { promise: ended, resolve } = Promise.withResolvers<TurnEnding>();
  let events: TurnEvents | undefined;
  let acceptedTurn: AcceptedTurn | undefined;
  let hasEnded = false;
  return {
    onNotification: (method, params) => {
      if (!events) return;
      const { news, activity, ending, breach } = events.translate(method, params);
      news.forEach(emit);
      if (activity) watch[activity]();
      if (breach !== undefined) throw breach;
      if (!ending) return;
      hasEnded = true;
      watch.working();
      resolve(ending);
    },
    follow: (threadId, requireModel) => {
      events = createTurnEvents(threadId, requireModel);
    },
    accept: (turn) => {
      acceptedTurn = turn;
    },
    accepted: () => acceptedTurn,
    ended,
    hasEnded: () => hasEnded,
    cause: () => events?.cause(),
  };
}
