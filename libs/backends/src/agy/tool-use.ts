import type { CoAgentError, OperationStatus } from '@coagent8/contracts';

import type { TurnNews } from '../turn-stream.js';
import { UNKNOWN_EVENTS_MAX } from '../unknown-events.js';
import { profileLost, unknownTool, untold } from './errors.js';
import { ACTING_TOOLS } from './profile.js';
import { INTERRUPTED } from './protocol.js';
import type { Result, Step } from './protocol.js';
import { labelOf, natureOf, progressOf } from './tools.js';
import type { IsNote, ToolNature } from './tools.js';

/** What an event says. */
export interface Translation {
  readonly news: readonly TurnNews[];
  /** The profile has been left: whatever the turn produces is void. */
  readonly breach?: CoAgentError;
}

/** The tools of a turn: what became of each, and whether one has left the profile. */
export interface ToolUse {
  /** Takes the step of a tool, of any conversation: those of subagents are judged, and not told. */
  readonly take: (step: Step) => Translation;
  /** The model of a conversation goes on. */
  readonly goOn: (conversationId: string) => TurnNews[];
  /** The turn is over. What ended without a word is known only now. */
  readonly settle: (result: Result) => Translation;
  /** Whether a tool was in use when the last event came. */
  readonly isOpen: () => boolean;
  /** Whether anything was refused. */
  readonly hasDenied: () => boolean;
}

/** The use of a tool that may still have been refused. */
interface Pending extends ToolNature {
  readonly step: Step;
  readonly progress: 'open' | 'silent';
  /** Whether the model has gone on since: where an action is refused, it does not (1.2.15). */
  readonly isFollowed: boolean;
}

const NOTHING: Translation = { news: [] };

/** Follows the tools of one turn. */
export function createToolUse({
  conversationId,
  isNote,
}: {
  readonly conversationId: string;
  readonly isNote: IsNote;
}): ToolUse {
  const pending = new Map<string, Pending>();
  const doubts = new Set<string>();
  let isOver = false;
  let hasDenied = false;

  return {
    take: (step) => {
      const operationId = `${step.conversation_id}:${step.step_index}`;
      const tool = natureOf(step, isNote);
      const progress = progressOf(step);
      const before = pending.get(operationId);
      const hasRun = progress === 'succeeded' || progress === 'failed';
      if (tool.nature === 'acting' && (hasRun || (isOver && progress === 'open'))) return breachOf(tool);
      if (isOver) return NOTHING;
      pending.delete(operationId);
      if (progress !== 'open' && progress !== 'silent') return { news: end({ ...tool, step }, progress) };
      pending.set(operationId, { ...tool, step, progress, isFollowed: before?.isFollowed ?? false });
      if (progress !== 'open' || before || !isTold(step)) return NOTHING;
      return { news: [{ type: 'operation-started', operationId, label: labelOf(step) }] };
    },

    goOn: (id) =>
      [...pending]
        .filter(([, { step }]) => step.conversation_id === id)
        .flatMap(([operationId, tool]) => {
          // What acts and says nothing may have been refused in a way of its own: the result will tell.
          const isHarmless = tool.progress === 'silent' && tool.nature !== 'acting';
          if (isHarmless) pending.delete(operationId);
          else pending.set(operationId, { ...tool, isFollowed: true });
          return isHarmless ? end(tool, 'succeeded') : [];
        }),

    settle: ({ response, error, denied_actions }) => {
      isOver = true;
      const actions = (denied_actions ?? []).map(({ action }) => action);
      const isUnanswered = (response ?? '').trim() === '';
      const news: TurnNews[] = [];
      for (const [operationId, tool] of pending) {
        const isNamed = tool.nature === 'acting' && actions.includes(ACTING_TOOLS.get(tool.name) ?? '');
        const isLast = tool.progress === 'silent' && !tool.isFollowed;
        if (tool.progress === 'open' && (tool.nature !== 'acting' || error === INTERRUPTED)) continue;
        if (tool.nature === 'acting' && !isNamed && !isLast) return breachOf(tool);
        pending.delete(operationId);
        if (tool.nature === 'acting' && !isNamed && !isUnanswered) {
          news.push(...end(tool, 'failed'), ...doubt(untold(tool.name)));
        } else {
          const isRefusal = tool.nature === 'acting' || actions.length > 0 || isUnanswered;
          news.push(...end(tool, isRefusal ? 'denied' : 'succeeded'));
        }
      }
      if (hasDenied || !isUnanswered) return { news };
      // Of some refusals only the result tells, each kind once for the whole conversation (1.1.27).
      hasDenied = actions.length > 0;
      return {
        news: [
          ...news,
          ...actions.map((action) => completed(`${conversationId}:denied:${action}`, 'denied')),
        ],
      };
    },

    isOpen: () => [...pending.values()].some(({ progress }) => progress === 'open'),
    hasDenied: () => hasDenied,
  };

  function isTold({ conversation_id }: Step): boolean {
    return conversation_id === conversationId;
  }

  function end(
    { step, nature, name }: ToolNature & Pick<Pending, 'step'>,
    status: OperationStatus,
  ): TurnNews[] {
    const news = nature === 'unknown' && status === 'succeeded' ? doubt(unknownTool(name)) : [];
    if (!isTold(step)) return news;
    hasDenied ||= status === 'denied';
    return [completed(`${step.conversation_id}:${step.step_index}`, status), ...news];
  }

  /** Once for each: there may be thousands. */
  function doubt(message: string): TurnNews[] {
    if (doubts.has(message) || doubts.size >= UNKNOWN_EVENTS_MAX) return [];
    doubts.add(message);
    return [{ type: 'warning', warning: { code: 'UNKNOWN_EVENT', message } }];
  }
}

function completed(operationId: string, status: OperationStatus): TurnNews {
  return { type: 'operation-completed', operationId, status };
}

function breachOf({ name }: Pick<ToolNature, 'name'>): Translation {
  const check = { name: 'actions', passed: false, detail: `${name} was not refused` };
  return { news: [{ type: 'messages-voided' }], breach: profileLost([check]) };
}
