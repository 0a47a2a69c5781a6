import type { CoAgentError, Failure } from '@coagent8/contracts';

import type { TurnEnding, TurnNews } from '../turn-stream.js';
import { foreignTurn, profileNotHeld } from './errors.js';
import { createTurnEvents } from './events.js';
import type { TurnContext, TurnEvents } from './events.js';
import { parseEvent } from './known-events.js';
import type { KnownEvent } from './known-events.js';
import { judgeHook } from './judge-profile.js';
import { createTurnBinding } from './turn-binding.js';

/** The turn as its events come in. */
export interface LiveTurn {
  /** For the connection. Throws what ends it: malformed events, a turn that is not ours, a profile that does not hold. */
  readonly onEvent: (name: string, event: unknown) => void;
  /** The prompt is about to be sent: from now on events count. */
  readonly follow: (context: TurnContext) => void;
  readonly isFollowed: () => boolean;
  /** Resolves when there is nothing left to wait for. */
  readonly ended: Promise<TurnEnding>;
  /** Resolves when Claude Code itself says that the turn is over. */
  readonly over: Promise<void>;
  readonly isOver: () => boolean;
  /** The best cause there is where Claude Code does not say that the turn is over. */
  readonly cause: () => Failure | undefined;
}

/**
 * Passes the news of a turn on.
 *
 * @param turn - `messageId`: of the message that carries, or would carry, the prompt. `emit`: default nobody listens.
 */
export function createLiveTurn({
  messageId,
  emit = () => undefined,
}: {
  readonly messageId: string;
  readonly emit?: (news: TurnNews) => void;
}): LiveTurn {
  const ended = Promise.withResolvers<TurnEnding>();
  const over = Promise.withResolvers<void>();
  const isOurs = createTurnBinding(messageId);
  let events: TurnEvents | undefined;
  let isVoid = false;
  let hasEnded = false;
  let isOver = false;
  return {
    onEvent: (name, event) => {
      if (name === 'result' && events) {
        isOver = true;
        over.resolve();
      }
      if (hasEnded) return;
      const known = parseEvent(name, event);
      if (known && !isOurs(known)) throw voided(foreignTurn());
      if (!events) return requireNoHook(known);
      const { news, ending, breach } = events.translate(name, known);
      news.forEach(emit);
      if (breach) throw voided(breach);
      if (!ending) return;
      hasEnded = true;
      ended.resolve(ending);
    },
    follow: (context) => {
      events = createTurnEvents(context);
    },
    isFollowed: () => events !== undefined,
    ended: ended.promise,
    over: over.promise,
    isOver: () => isOver,
    cause: () => (isVoid ? undefined : events?.cause()),
  };

  /** Nothing of what was said counts any more. */
  function voided(breach: CoAgentError): CoAgentError {
    isVoid = true;
    emit({ type: 'messages-voided' });
    return breach;
  }
}

/** A hook of the start runs before there is a turn. */
function requireNoHook(known: KnownEvent | undefined): void {
  switch (known?.name) {
    case 'system/hook_started':
    case 'system/hook_progress':
    case 'system/hook_response':
      throw profileNotHeld([judgeHook(known.event.hook_event)]);
  }
}
