import type { CoAgentError, Failure, ProfileCheck } from '@coagent8/contracts';

import type { TurnEnding, TurnNews } from '../turn-stream.js';
import { createUnknownEvents } from '../unknown-events.js';
import type { BackendTurn } from '../backend.js';
import { createConversation, NO_MODEL } from './conversation.js';
import { badOutput, otherSession, profileLost, profileNotHeld } from './errors.js';
import { failedChecks, judgeHook, judgeInit, judgeMode } from './judge-profile.js';
import type { ExpectedInit } from './judge-profile.js';
import { messageStart } from './known-events.js';
import type { ApiRetry, EventOf, KnownEvent, SessionInit } from './known-events.js';
import { createModelWatch } from './model-watch.js';
import { parse } from './protocol.js';
import { createTurnFaults } from './turn-faults.js';
import { UNREAD_EVENTS } from './unread-events.js';

/** What one event says. */
export interface Translation {
  readonly news: readonly TurnNews[];
  /** The turn is over, or nothing is left to wait for. */
  readonly ending?: TurnEnding;
  /** The turn does not hold the profile: whatever it produces is void. */
  readonly breach?: CoAgentError;
}

/** The events of one turn, translated in order. */
export interface TurnEvents {
  /** `known`: the event, where it is one that we read. */
  readonly translate: (name: string, known: KnownEvent | undefined) => Translation;
  /** The best cause there is where no result comes. */
  readonly cause: () => Failure | undefined;
}

/** What is known of a turn before its first event. */
export interface TurnContext {
  readonly sessionId: string;
  readonly expected: ExpectedInit;
  /** What was judged before the prompt was sent. */
  readonly checks: readonly ProfileCheck[];
  readonly reasoningEffort?: string;
  /** Whether a key signs in, and not a login that can be renewed. */
  readonly hasKey: boolean;
  /** Wall clock, in milliseconds since 1970. */
  readonly now: () => number;
  /** As a turn has it. It has been told the model that is expected. */
  readonly requireModel?: BackendTurn['requireModel'];
}

const NOTHING: Translation = { news: [] };

/** Translates the one turn of a process, which is ours. What subagents do is ignored. */
export function createTurnEvents(context: TurnContext): TurnEvents {
  const conversation = createConversation();
  const faults = createTurnFaults(context);
  const unknown = createUnknownEvents('Claude Code');
  const models = createModelWatch({
    askedModel: context.expected.model,
    ...(context.requireModel === undefined ? {} : { requireModel: context.requireModel }),
  });
  let hasBegun = false;

  return {
    translate: (name, known) => {
      if (known !== undefined) return isOfSubagent(known) ? NOTHING : read(known);
      return UNREAD_EVENTS.has(name) ? NOTHING : { news: unknown('sent', name) };
    },
    cause: () => faults.cause(conversation.progress()),
  };

  function read(known: KnownEvent): Translation {
    switch (known.name) {
      case 'command_lifecycle':
        return NOTHING;
      case 'system/init':
        return begin(known.event);
      case 'system/status': {
        const { permissionMode } = known.event;
        return permissionMode ? requireMode(permissionMode) : NOTHING;
      }
      case 'system/hook_started':
      case 'system/hook_progress':
      case 'system/hook_response':
        return { news: [], breach: profileLost([judgeHook(known.event.hook_event)]) };
      case 'system/api_retry':
        return retry(known.event);
      case 'system/permission_denied':
        conversation.deny(known.event.tool_use_id);
        return NOTHING;
      case 'system/model_refusal_no_fallback':
        faults.noteRefusal(known.event.api_refusal_category ?? '');
        return { news: conversation.refuse() };
      case 'system/model_refusal_fallback':
      case 'system/model_fallback':
        return answeredBy(known.event.fallback_model, () => [differs(known.event)]);
      case 'rate_limit_event':
        faults.noteLimit(known.event.rate_limit_info);
        return NOTHING;
      case 'stream_event': {
        if (known.event.event.type !== 'message_start') return { news: conversation.stream(known.event) };
        faults.noteAnswer();
        const { message } = parse(messageStart, known.event.event, 'a malformed message_start');
        return answeredBy(message.model, () => conversation.stream(known.event));
      }
      case 'assistant':
        faults.noteMessage(known.event);
        return answeredBy(known.event.message.model, () => conversation.complete(known.event));
      case 'user':
        return { news: conversation.take(known.event) };
      case 'result':
        return end(known.event);
    }
  }

  /** A turn begins with what it may do. */
  function begin(init: SessionInit): Translation {
    if (init.session_id !== context.sessionId) return { news: [], breach: otherSession() };
    const checks = judgeInit(init, context.expected);
    const failed = failedChecks(checks);
    if (failed.length > 0) return { news: [], breach: profileNotHeld(failed) };
    hasBegun = true;
    const { reasoningEffort } = context;
    const askedModel = context.expected.model;
    const started: TurnNews = {
      type: 'started',
      evidence: { profile: 'read-only', assurance: 'verified', checks: [...context.checks, ...checks] },
      agentVersion: init.claude_code_version,
      model: init.model,
      ...(askedModel === undefined ? {} : { askedModel }),
      ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
    };
    return { news: [started] };
  }

  /** What is said counts only where the model that says it may run. */
  function answeredBy(model: string | null | undefined, say: () => TurnNews[]): Translation {
    const breach = model && model !== NO_MODEL ? models.judge(model) : undefined;
    return breach === undefined ? { news: say() } : { news: [], breach };
  }

  function requireMode(permissionMode: string): Translation {
    const check = judgeMode(permissionMode);
    return check.passed ? NOTHING : { news: [], breach: profileLost([check]) };
  }

  function retry(event: ApiRetry): Translation {
    const news = conversation.retry();
    const failure = faults.noteRetry(event);
    return failure === undefined ? { news } : { news, ending: { type: 'failed', failure } };
  }

  function end(result: EventOf<'result'>): Translation {
    if (result.is_error) {
      const failure = faults.failureOf(result, conversation.progress());
      return { news: [], ending: { type: 'failed', failure } };
    }
    if (!hasBegun) throw badOutput('a result of a turn that had not begun');
    return { news: conversation.answer(), ending: { type: 'completed' } };
  }
}

function isOfSubagent({ event }: KnownEvent): boolean {
  return 'parent_tool_use_id' in event && Boolean(event.parent_tool_use_id);
}

function differs({ original_model, fallback_model }: EventOf<'system/model_fallback'>): TurnNews {
  const [asked, taken] = [original_model ?? 'the one asked for', fallback_model ?? 'another model'];
  const message = `Claude Code went on with ${taken} instead of ${asked}`;
  return { type: 'warning', warning: { code: 'MODEL_DIFFERS', message } };
}
