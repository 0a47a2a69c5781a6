import type { KnownEvent } from './known-events.js';

/** Whether an event may come: it is of our turn, or of none. To be asked of every event, in order. */
export type TurnBinding = (known: KnownEvent) => boolean;

/**
 * Tells the one turn that we ask for from those that Claude Code takes of its own accord, e.g. for a task that a
 * repository schedules. Each turn is announced as that of a message, then has its one init, and its result names the
 * message; a turn of nobody's has an id that is not ours, and a result that names none (2.1.248 to 2.1.332).
 *
 * @param messageId - Of the message that carries our prompt.
 */
export function createTurnBinding(messageId: string): TurnBinding {
  let isAnnounced = false;
  let hasBegun = false;
  return (known) => {
    switch (known.name) {
      case 'command_lifecycle': {
        const { command_uuid, state } = known.event;
        isAnnounced ||= state === 'started';
        return command_uuid === messageId;
      }
      case 'system/init': {
        const isFirst = isAnnounced && !hasBegun;
        hasBegun = true;
        return isFirst;
      }
      case 'result': {
        const { user_message_uuid, user_message_uuids } = known.event;
        return user_message_uuid === messageId && (user_message_uuids ?? []).every((id) => id === messageId);
      }
      default:
        return true;
    }
  };
}
