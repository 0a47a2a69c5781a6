import type { Failure, MessageRole, OperationStatus } from '@coagent8/contracts';

import type { BackendTurn } from '../backend.js';
import { requireLater } from '../require-later.js';
import type { TurnEnding, TurnNews } from '../turn-stream.js';
import { createUnknownEvents } from '../unknown-events.js';
import { profileLost } from './errors.js';
import { classifyTurnError, statusOf } from './failures.js';
import { isToolItem, labelOf, NEUTRAL_ITEMS } from './items.js';
import { failedChecks, judgeSettings } from './judge-profile.js';
import { KNOWN_UNREAD } from './known-notifications.js';
import { agentMessageItem, parse, parseNotification } from './protocol.js';
import type { Item, KnownNotification, RateLimits, TurnError } from './protocol.js';

/** What one notification says. */
export interface Translation {
  readonly news: readonly TurnNews[];
  /** The turn is over. */
  readonly ending?: TurnEnding;
  /** The thread has left the profile, or goes on with a model that may not run: whatever it produces is void. */
  readonly breach?: unknown;
  /** `waiting`: Codex waits for the network; `working`: the turn goes on. Absent where it says neither. */
  readonly activity?: 'waiting' | 'working';
}

/** The notifications of one turn, translated in order. */
export interface TurnEvents {
  /** @throws CoAgentError `PROTOCOL_ERROR` for a notification that we read and that is malformed. */
  readonly translate: (method: string, params: unknown) => Translation;
  /** What Codex has called final without ending the turn: the best cause there is where the turn never ends. */
  readonly cause: () => Failure | undefined;
}

/** Throws, or rejects, where the model may not run. */
export type RequireModel = NonNullable<BackendTurn['requireModel']>;

/** Codex repeats this notice, with growing pauses and no end, while it cannot connect (0.148 to 0.171). */
const WAITING_FOR_NETWORK = 'Reconnecting... waiting for network';

const NOTHING: Translation = { news: [] };

/**
 * Translates the turn of `threadId`, a thread that runs one turn only. What other threads do is ignored.
 *
 * @param requireModel - Told of every further model. Default: any may run.
 */
export function createTurnEvents(threadId: string, requireModel: RequireModel = () => undefined): TurnEvents {
  let turnId: string | undefined;
  let attemptHasText = false;
  let retryStatus: number | undefined;
  let rateLimits: RateLimits | undefined;
  let finalError: TurnError | undefined;
  const unknown = createUnknownEvents('Codex');

  return {
    translate: (method, params) => {
      const notification = parseNotification(method, params);
      if (notification === undefined) {
        return KNOWN_UNREAD.has(method) ? NOTHING : { news: unknown('sent', method) };
      }
      if (notification.method === 'account/rateLimits/updated') {
        rateLimits = notification.params.rateLimits;
        return NOTHING;
      }
      return notification.params.threadId === threadId ? read(notification) : NOTHING;
    },
    cause: () => finalError && classify(finalError),
  };

  function read(
    notification: Exclude<KnownNotification, { method: 'account/rateLimits/updated' }>,
  ): Translation {
    switch (notification.method) {
      case 'turn/started':
        turnId ??= notification.params.turn.id;
        return NOTHING;
      case 'turn/completed':
        return endTurn(notification.params.turn);
      case 'item/started':
        return startItem(notification.params.item);
      case 'item/completed':
        return completeItem(notification.params.item);
      case 'item/agentMessage/delta':
        attemptHasText = true;
        return working({
          type: 'message-delta',
          messageId: notification.params.itemId,
          text: notification.params.delta,
        });
      case 'thread/tokenUsage/updated':
        attemptHasText = false;
        return working();
      case 'error':
        return notification.params.willRetry
          ? retry(notification.params.error)
          : giveUp(notification.params.error);
      case 'thread/settings/updated': {
        const { threadSettings } = notification.params;
        const failed = failedChecks({ checks: judgeSettings(threadSettings) });
        if (failed.length > 0) return voided(profileLost(failed));
        return goOnWith(threadSettings.model, NOTHING);
      }
      case 'model/rerouted': {
        const { fromModel, toModel } = notification.params;
        const warning = warn('MODEL_DIFFERS', `Codex went on with ${toModel} instead of ${fromModel}`);
        return goOnWith(toModel, warning);
      }
    }
  }

  function goOnWith(model: string | null | undefined, translation: Translation): Translation {
    try {
      if (model) requireLater(requireModel, { model });
      return translation;
    } catch (error) {
      return voided(error);
    }
  }

  function startItem(item: Item): Translation {
    if (isToolItem(item))
      return working({ type: 'operation-started', operationId: item.id, label: labelOf(item) });
    if (item.type === 'agentMessage' || NEUTRAL_ITEMS.has(item.type)) return working();
    return working(...unknown('did', item.type));
  }

  function completeItem(item: Item): Translation {
    if (isToolItem(item)) {
      return working({ type: 'operation-completed', operationId: item.id, status: operationStatus(item) });
    }
    if (item.type === 'agentMessage') {
      const { id, text, phase } = parse(agentMessageItem, item, 'a malformed agentMessage');
      attemptHasText = true;
      return working({ type: 'message-completed', messageId: id, role: roleOf(phase), text });
    }
    return working(...(NEUTRAL_ITEMS.has(item.type) ? [] : unknown('did', item.type)));
  }

  /** The request to the model is made again. What it had produced comes a second time under another id (0.171). */
  function retry({ message, codexErrorInfo }: TurnError): Translation {
    const news: TurnNews[] = attemptHasText ? [{ type: 'messages-superseded' }] : [];
    attemptHasText = false;
    retryStatus = statusOf(codexErrorInfo);
    return message === WAITING_FOR_NETWORK ? { news, activity: 'waiting' } : { news };
  }

  function giveUp(error: TurnError): Translation {
    finalError = error;
    return NOTHING;
  }

  function endTurn(turn: { id: string; status: string; error?: TurnError | null | undefined }): Translation {
    if (turnId !== undefined && turn.id !== turnId) return NOTHING;
    if (turn.status === 'completed') return { news: [], ending: { type: 'completed' } };
    const error = turn.error ?? finalError ?? { message: `the turn ended ${turn.status}` };
    return { news: [], ending: failedWith(classify(error)) };
  }

  function classify(error: TurnError): Failure {
    return classifyTurnError(error, { retryStatus, rateLimits });
  }

  /** The turn has got further: what was retried before is settled. */
  function working(...news: TurnNews[]): Translation {
    retryStatus = undefined;
    return { news, activity: 'working' };
  }

  function warn(code: 'MODEL_DIFFERS', message: string): Translation {
    return { news: [{ type: 'warning', warning: { code, message } }] };
  }
}

function voided(breach: unknown): Translation {
  return { news: [{ type: 'messages-voided' }], breach };
}

function failedWith(failure: Failure): TurnEnding {
  return { type: 'failed', failure };
}

/** A phase that we do not know says no more than none. */
function roleOf(phase: string | null | undefined): MessageRole {
  if (phase === 'final_answer') return 'answer';
  return phase === 'commentary' ? 'commentary' : 'unmarked';
}

function operationStatus({ status, success }: Item): OperationStatus {
  if (status === 'declined') return 'denied';
  return status === 'failed' || success === false ? 'failed' : 'succeeded';
}
