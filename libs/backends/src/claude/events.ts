import type { CoAgentError, ProfileCheck } from '@coagent8/contracts';

import type { TurnEnding, TurnNews } from '../turn-stream.js';
import { createConversation } from './conversation.js';
import { badOutput, otherSession, profileLost, profileNotHeld } from './errors.js';
import { classifyResult, failureOfRetry } from './failures.js';
import { failedChecks, judgeInit, judgeMode } from './judge-profile.js';
import type { ExpectedInit } from './judge-profile.js';
import { KNOWN_UNREAD } from './known-events.js';
import { parseEvent } from './protocol.js';
import type { ApiRetry, EventOf, KnownEvent, RateLimit, SessionInit } from './protocol.js';

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
  /** @throws CoAgentError `PROTOCOL_ERROR` for an event that we read and that is malformed. */
  readonly translate: (name: string, event: unknown) => Translation;
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
}

/** Longest part of a name that we do not know which is repeated, in characters. */
const UNKNOWN_NAME_MAX_CHARACTERS = 80;

const NOTHING: Translation = { news: [] };

/** Translates the one turn of a process. What subagents do is ignored. */
export function createTurnEvents(context: TurnContext): TurnEvents {
  const conversation = createConversation();
  const warned = new Set<string>();
  let hasBegun = false;
  /** How long the request that runs has been waited for in retries. */
  let waitMs = 0;
  let messageError: string | undefined;
  let refusal: string | undefined;
  let rateLimit: RateLimit | undefined;

  return {
    translate: (name, event) => {
      const known = parseEvent(name, event);
      if (known !== undefined) return isOfSubagent(known) ? NOTHING : read(known);
      return KNOWN_UNREAD.has(name) ? NOTHING : { news: unknown(name) };
    },
  };

  function read(known: KnownEvent): Translation {
    switch (known.name) {
      case 'system/init':
        return begin(known.event);
      case 'system/status': {
        const { permissionMode } = known.event;
        return permissionMode ? requireStill([judgeMode(permissionMode)]) : NOTHING;
      }
      case 'system/hook_started':
      case 'system/hook_progress':
      case 'system/hook_response': {
        const detail = `${known.event.hook_event ?? 'one'} ran`;
        return requireStill([{ name: 'hooks', passed: false, detail }]);
      }
      case 'system/api_retry':
        return retry(known.event);
      case 'system/permission_denied':
        conversation.deny(known.event.tool_use_id);
        return NOTHING;
      case 'system/model_refusal_no_fallback':
        refusal = known.event.api_refusal_category ?? '';
        return NOTHING;
      case 'system/model_refusal_fallback':
      case 'system/model_fallback':
        return { news: [differs(known.event)] };
      case 'rate_limit_event':
        rateLimit = known.event.rate_limit_info;
        return NOTHING;
      case 'stream_event':
        if (known.event.event.type === 'message_start') waitMs = 0;
        return { news: conversation.stream(known.event) };
      case 'assistant':
        messageError = errorOf(known.event) ?? messageError;
        return { news: conversation.complete(known.event) };
      case 'user':
        return { news: conversation.take(known.event) };
      case 'result':
        return end(known.event);
    }
  }

  /** Every turn of a process begins with what it may do. */
  function begin(init: SessionInit): Translation {
    if (init.session_id !== context.sessionId) return voided(otherSession());
    const checks = judgeInit(init, context.expected);
    if (hasBegun) return requireStill(checks);
    const failed = failedChecks(checks);
    if (failed.length > 0) return voided(profileNotHeld(failed));
    hasBegun = true;
    const { reasoningEffort } = context;
    const started: TurnNews = {
      type: 'started',
      evidence: { profile: 'read-only', assurance: 'verified', checks: [...context.checks, ...checks] },
      agentVersion: init.claude_code_version,
      model: init.model,
      ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
    };
    return { news: [started] };
  }

  function requireStill(checks: readonly ProfileCheck[]): Translation {
    const failed = failedChecks(checks);
    return failed.length === 0 ? NOTHING : voided(profileLost(failed));
  }

  function retry(event: ApiRetry): Translation {
    const news = conversation.retry();
    waitMs += event.retry_delay_ms;
    const { hasKey, now } = context;
    const failure = failureOfRetry(event, { hasKey, now, waitMs });
    return failure === undefined ? { news } : { news, ending: { type: 'failed', failure } };
  }

  function end(result: EventOf<'result'>): Translation {
    if (result.is_error) {
      const isBroken = conversation.isBroken();
      const failure = classifyResult(result, { messageError, isBroken, refusal, rateLimit });
      return { news: [], ending: { type: 'failed', failure } };
    }
    if (!hasBegun) throw badOutput('a result of a turn that had not begun');
    return { news: conversation.answer(), ending: { type: 'completed' } };
  }

  /** Once a turn for each name: such a thing may come by the thousand. */
  function unknown(name: string): TurnNews[] {
    if (warned.has(name)) return [];
    warned.add(name);
    const message = `Claude Code sent something unknown: ${name.slice(0, UNKNOWN_NAME_MAX_CHARACTERS)}`;
    return [{ type: 'warning', warning: { code: 'UNKNOWN_EVENT', message } }];
  }
}

function isOfSubagent({ event }: KnownEvent): boolean {
  return 'parent_tool_use_id' in event && Boolean(event.parent_tool_use_id);
}

/** What went wrong with a request, as the message in the place of its answer says. */
function errorOf({ error, api_error_params }: EventOf<'assistant'>): string | undefined {
  return api_error_params?.cut === 'context_window' ? api_error_params.cut : (error ?? undefined);
}

function differs({ original_model, fallback_model }: EventOf<'system/model_fallback'>): TurnNews {
  const [asked, taken] = [original_model ?? 'the one asked for', fallback_model ?? 'another model'];
  const message = `Claude Code went on with ${taken} instead of ${asked}`;
  return { type: 'warning', warning: { code: 'MODEL_DIFFERS', message } };
}

function voided(breach: CoAgentError): Translation {
  return { news: [{ type: 'messages-voided' }], breach };
}
