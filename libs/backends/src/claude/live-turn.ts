import type { TurnEnding, TurnNews } from '../turn-stream.js';
import { profileNotHeld } from './errors.js';
import { createTurnEvents } from './events.js';
import type { TurnContext, TurnEvents } from './events.js';

/** The turn as its events come in. */
export interface LiveTurn {
  /** For the connection. Throws what ends it: malformed events, and a profile that does not hold. */
  readonly onEvent: (name: string, event: unknown) => void;
  /** The prompt is about to be sent: from now on events count. */
  readonly follow: (context: TurnContext) => void;
  readonly isFollowed: () => boolean;
  /** Resolves when there is nothing left to wait for. */
  readonly ended: Promise<TurnEnding>;
  /** Resolves when Claude Code itself says that the turn is over. */
  readonly over: Promise<void>;
  readonly isOver: () => boolean;
}

/** Passes the news of a turn on. */
export function createLiveTurn(emit: (news: TurnNews) => void): LiveTurn {
  const ended = Promise.withResolvers<TurnEnding>();
  const over = Promise.withResolvers<void>();
  let events: TurnEvents | undefined;
  let hasEnded = false;
  let isOver = false;
  return {
    onEvent: (name, event) => {
      if (!events) return requireNoHook(name);
      if (name === 'result') {
        isOver = true;
        over.resolve();
      }
      if (hasEnded) return;
      const { news, ending, breach } = events.translate(name, event);
      news.forEach(emit);
      if (breach) throw breach;
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
  };
}

/** A hook of the start runs before there is a turn. */
function requireNoHook(name: string): void {
  if (name.startsWith('system/hook_'))
    throw profileNotHeld([{ name: 'hooks', passed: false, detail: 'one ran at the start' }]);
}
