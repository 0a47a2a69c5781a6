import type { CoAgentError, OperationStatus } from '@coagent8/contracts';

import { ANSWER_LIMITS } from '../answer-collector.js';
import type { TurnNews } from '../turn-stream.js';
import { profileLost } from './errors.js';
import type { Result, Step } from './protocol.js';
import { labelOf, leavesProfile, toolEnd, toolNameOf } from './tools.js';

/** What one event says. */
export interface Translation {
  readonly news: readonly TurnNews[];
  /** An action has been taken that the profile forbids: whatever the turn produces is void. */
  readonly breach?: CoAgentError;
}

/** The steps of one turn, translated in order. */
export interface TurnEvents {
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

/** A warning of something that we do not know; none for what it was warned of before. */
export type WarnOfUnknown = (what: string) => TurnNews[];

/** Steps that tell nothing of the answer (1.1.8 to 1.2.16). `unknown` is a question that nobody is there to answer. */
const NEUTRAL_STEPS: ReadonlySet<string> = new Set([
  'user_input',
  'system_message',
  'checkpoint',
  'subagent',
  'finish',
  'unknown',
]);

/** The error of a turn that a signal has ended. Unlike others it is not repeated by the turns after it (1.2.15). */
export const INTERRUPTED = 'interrupted';

const STATES_OVER: ReadonlySet<string> = new Set(['DONE', 'ERROR', 'CANCELED']);
const STATES: ReadonlySet<string> = new Set([...STATES_OVER, 'ACTIVE', 'WAITING']);

/** Longest part of a name that we do not know which is repeated, in characters. */
const UNKNOWN_NAME_MAX_CHARACTERS = 80;

const NOTHING: Translation = { news: [] };

/** Warns once for each: such a thing may come by the thousand. */
export function createWarnOfUnknown(): WarnOfUnknown {
  const warned = new Set<string>();
  return (what) => {
    const message = `agy sent something unknown: ${what.slice(0, UNKNOWN_NAME_MAX_CHARACTERS)}`;
    if (warned.has(message)) return [];
    warned.add(message);
    return [{ type: 'warning', warning: { code: 'UNKNOWN_EVENT', message } }];
  };
}

interface SilentTool {
  readonly operationId: string;
  readonly step: Step;
  /** Whether the model has gone on since. */
  readonly isFollowed: boolean;
}

interface Message {
  readonly messageId: string;
  text: string;
  isDone: boolean;
}

/**
 * Translates the turn of a conversation. Steps of other conversations are those of subagents: they are looked at for
 * what they do, not for what they say.
 *
 * @param options - `ownFolder`: the folder that agy may write to, absolute. `warn`: shared with whoever reads the events.
 */
export function createTurnEvents({
  conversationId,
  ownFolder,
  warn,
}: {
  readonly conversationId: string;
  readonly ownFolder: string;
  readonly warn: WarnOfUnknown;
}): TurnEvents {
  let end: Result | undefined;
  let hasFailed = false;
  let denied = 0;
  /** The last message. What it was is known only when it is known what follows it. */
  let message: Message | undefined;
  /** Tools in use. */
  const open = new Set<string>();
  /** Tools that ended without a word, until it is known whether they were refused. */
  let silent: readonly SilentTool[] = [];

  return {
    step: (step) => {
      if (end) return NOTHING;
      if (!STATES.has(step.state)) return { news: warn(`the state ${step.state}`) };
      if (step.conversation_id !== conversationId) return subagent(step);
      if (step.step_type === 'agent_response') return say(step);
      if (step.step_type === 'tool') return useTool(step);
      if (step.step_type === 'error_message') hasFailed = true;
      else if (!NEUTRAL_STEPS.has(step.step_type)) return { news: warn(`the step ${step.step_type}`) };
      return NOTHING;
    },
    result: (result) => {
      if (end) return { news: warn('a second result') };
      if (result.conversation_id !== conversationId)
        return { news: warn('a result of another conversation') };
      end = result;
      return finish(result);
    },
    ended: () => end,
    hasFailed: () => hasFailed,
    isToolOpen: () => open.size > 0,
  };

  function say({ step_index, state, text_delta }: Step): Translation {
    const messageId = `${conversationId}:${step_index}`;
    const news = goOn();
    if (message && message.messageId !== messageId) news.push(...complete('commentary'));
    if (text_delta) {
      message ??= { messageId, text: '', isDone: false };
      if (message.text.length < ANSWER_LIMITS.messageMaxBytes) message.text += text_delta;
      news.push({ type: 'message-delta', messageId, text: text_delta });
    }
    if (message && STATES_OVER.has(state)) message.isDone = true;
    return { news };
  }

  function useTool(step: Step): Translation {
    const operationId = `${conversationId}:${step.step_index}`;
    const news = message?.isDone ? complete('commentary') : [];
    if (!STATES_OVER.has(step.state)) {
      if (open.has(operationId)) return { news };
      open.add(operationId);
      return { news: [...news, { type: 'operation-started', operationId, label: labelOf(step) }] };
    }
    open.delete(operationId);
    const status = toolEnd(step.state, step.tool_info);
    if (status === 'silent') {
      silent = [...silent, { operationId, step, isFollowed: false }];
      return { news };
    }
    if (status === 'succeeded' && leavesProfile(step, ownFolder)) return breachOf(step);
    if (status === 'denied') denied += 1;
    return { news: [...news, completed(operationId, status)] };
  }

  /** The model has gone on: a reading tool that said nothing had nothing to say. Of others the result will tell. */
  function goOn(): TurnNews[] {
    const harmless = silent.filter(({ step }) => !leavesProfile(step, ownFolder));
    silent = silent.filter((tool) => !harmless.includes(tool)).map((tool) => ({ ...tool, isFollowed: true }));
    return harmless.map(({ operationId }) => completed(operationId, 'succeeded'));
  }

  function subagent(step: Step): Translation {
    const hasRun = step.step_type === 'tool' && toolEnd(step.state, step.tool_info) === 'succeeded';
    return hasRun && STATES_OVER.has(step.state) && leavesProfile(step, ownFolder) ? breachOf(step) : NOTHING;
  }

  /** `response` is the answer; where a turn succeeds without one, the last message is, unless a refusal followed it. */
  function finish({ status, response, error, denied_actions }: Result): Translation {
    const { news, breach } = settleSilent(denied_actions ?? [], isBlank(response));
    if (breach) return { news, breach };
    const isRepeated = status === 'ERROR' && !hasFailed && error !== INTERRUPTED;
    const isAnswered = status === 'SUCCESS' || isRepeated;
    if (!isBlank(response) && (isAnswered || message === undefined)) {
      const messageId = message?.messageId ?? `${conversationId}:response`;
      const role = isAnswered ? 'answer' : 'unmarked';
      return { news: [...news, { type: 'message-completed', messageId, role, text: response ?? '' }] };
    }
    if (!message?.isDone) return { news };
    return { news: [...news, ...complete(denied > 0 || !isAnswered ? 'commentary' : 'unmarked')] };
  }

  /**
   * A refusal ends the turn, as a rule without an answer; `denied_actions` tells since 1.1.27 that there was one, for
   * the whole conversation and each kind once. So it counts as a refusal itself only where no step does. A tool that
   * acts, was followed by more, and is in no list, has acted.
   */
  function settleSilent(
    actions: readonly { readonly action: string }[],
    isUnanswered: boolean,
  ): { news: TurnNews[]; breach?: CoAgentError } {
    const isRefusal = actions.length > 0 || isUnanswered;
    const acted = silent.find(({ step, isFollowed }) => isFollowed && leavesProfile(step, ownFolder));
    if (acted && !isRefusal) return breachOf(acted.step);
    const news = silent.map(({ operationId, step }) =>
      completed(operationId, isRefusal || leavesProfile(step, ownFolder) ? 'denied' : 'succeeded'),
    );
    silent = [];
    denied += news.filter(({ status }) => status === 'denied').length;
    if (denied > 0 || !isUnanswered) return { news };
    denied += actions.length;
    return { news: actions.map(({ action }) => completed(`${conversationId}:denied:${action}`, 'denied')) };
  }

  function complete(role: 'commentary' | 'unmarked'): TurnNews[] {
    if (message === undefined) return [];
    const { messageId, text } = message;
    message = undefined;
    return [{ type: 'message-completed', messageId, role, text }];
  }
}

function completed(operationId: string, status: OperationStatus) {
  return { type: 'operation-completed', operationId, status } as const;
}

function breachOf(step: Step): { news: TurnNews[]; breach: CoAgentError } {
  const check = { name: 'actions', passed: false, detail: `${toolNameOf(step)} was not refused` };
  return { news: [{ type: 'messages-voided' }], breach: profileLost([check]) };
}

/** White space is no answer. */
function isBlank(text: string | null | undefined): boolean {
  return (text ?? '').trim() === '';
}
