import { ANSWER_LIMITS } from '../answer-collector.js';
import type { TurnNews } from '../turn-stream.js';
import type { UnknownEvents } from '../unknown-events.js';
import { INTERRUPTED, STATES, STATES_OVER } from './protocol.js';
import type { Result, Step } from './protocol.js';
import { createToolUse } from './tool-use.js';
import type { Translation } from './tool-use.js';
import type { IsNote } from './tools.js';

/** The steps of one turn, translated in order. */
export interface TurnEvents {
  readonly conversationId: string;
  readonly step: (step: Step) => Translation;
  /** The turn is over. A later one, and one of another conversation, is told as unknown. */
  readonly result: (result: Result) => Translation;
  /** The result, where it has come. */
  readonly ended: () => Result | undefined;
  /** Whether a request to the model of this turn has failed. The status of the result cannot tell. */
  readonly hasFailed: () => boolean;
  /** Whether a tool was in use when the last event came. */
  readonly isToolOpen: () => boolean;
}

/** Steps that tell nothing of the answer (1.1.8 to 1.2.16). `unknown` is a question that nobody is there to answer. */
const NEUTRAL_STEPS: ReadonlySet<string> = new Set([
  'user_input',
  'system_message',
  'checkpoint',
  'subagent',
  'finish',
  'unknown',
]);
/** Steps that use no tool, whatever they name. */
const OTHER_STEPS: ReadonlySet<string> = new Set([...NEUTRAL_STEPS, 'agent_response', 'error_message']);

const NOTHING: Translation = { news: [] };

interface Message {
  readonly messageId: string;
  text: string;
  isDone: boolean;
}

/**
 * Translates the turn of a conversation. Steps of other conversations are those of subagents: they are looked at for
 * what they do, not for what they say.
 *
 * @param options - `isNote`: the files that agy may write. `unknown`: shared with whoever reads the events.
 */
export function createTurnEvents({
  conversationId,
  isNote,
  unknown,
}: {
  readonly conversationId: string;
  readonly isNote: IsNote;
  readonly unknown: UnknownEvents;
}): TurnEvents {
  const tools = createToolUse({ conversationId, isNote });
  let end: Result | undefined;
  let hasFailed = false;
  /** The last message. What it was is known only when it is known what follows it. */
  let message: Message | undefined;

  return {
    conversationId,
    step: (step) => {
      // Whatever it is called, and whatever was said: what is done counts until agy is gone.
      const isTool = step.step_type === 'tool' || (step.tool_name && !OTHER_STEPS.has(step.step_type));
      if (isTool) return useTool(step);
      if (end) return NOTHING;
      if (!STATES.has(step.state)) return { news: unknown('sent', `the state ${step.state}`) };
      const isOurs = step.conversation_id === conversationId;
      if (step.step_type === 'agent_response') {
        const news = tools.goOn(step.conversation_id);
        return { news: isOurs ? [...news, ...say(step)] : news };
      }
      if (!isOurs) return NOTHING;
      if (step.step_type === 'error_message') hasFailed = true;
      else if (!NEUTRAL_STEPS.has(step.step_type))
        return { news: unknown('sent', `the step ${step.step_type}`) };
      return NOTHING;
    },
    result: (result) => {
      if (end) return { news: unknown('sent', 'a second result') };
      if (result.conversation_id !== conversationId)
        return { news: unknown('sent', 'a result of another conversation') };
      end = result;
      const { news, breach } = tools.settle(result);
      return breach ? { news, breach } : { news: [...news, ...finish(result)] };
    },
    ended: () => end,
    hasFailed: () => hasFailed,
    isToolOpen: tools.isOpen,
  };

  function useTool(step: Step): Translation {
    if (!STATES.has(step.state)) return { news: end ? [] : unknown('sent', `the state ${step.state}`) };
    const isNext = message?.isDone && step.conversation_id === conversationId && !end;
    const { news, ...rest } = tools.take(step);
    return { news: [...(isNext ? complete('commentary') : []), ...news], ...rest };
  }

  function say({ step_index, state, text_delta }: Step): TurnNews[] {
    const messageId = `${conversationId}:${step_index}`;
    const news = message && message.messageId !== messageId ? complete('commentary') : [];
    if (text_delta) {
      message ??= { messageId, text: '', isDone: false };
      if (message.text.length < ANSWER_LIMITS.messageMaxBytes) message.text += text_delta;
      news.push({ type: 'message-delta', messageId, text: text_delta });
    }
    if (message && STATES_OVER.has(state)) message.isDone = true;
    return news;
  }

  /** `response` is the answer; where a turn succeeds without one, the last message is, unless a refusal followed it. */
  function finish({ status, response, error }: Result): TurnNews[] {
    const isRepeated = status === 'ERROR' && !hasFailed && error !== INTERRUPTED;
    const isAnswered = status === 'SUCCESS' || isRepeated;
    const isBlank = (response ?? '').trim() === '';
    if (!isBlank && (isAnswered || message === undefined)) {
      const messageId = message?.messageId ?? `${conversationId}:response`;
      const role = isAnswered ? 'answer' : 'unmarked';
      return [{ type: 'message-completed', messageId, role, text: response ?? '' }];
    }
    if (!message?.isDone) return [];
    return complete(tools.hasDenied() || !isAnswered ? 'commentary' : 'unmarked');
  }

  function complete(role: 'commentary' | 'unmarked'): TurnNews[] {
    if (message === undefined) return [];
    const { messageId, text } = message;
    message = undefined;
    return [{ type: 'message-completed', messageId, role, text }];
  }
}
