import type { CoAgentError, OperationStatus, ProfileCheck } from '@coagent8/contracts';

import type { TurnEnding, TurnNews } from '../turn-stream.js';
import { createAnswerTexts } from './answer-texts.js';
import { badOutput, profileLost, profileNotHeld } from './errors.js';
import { classifyResult, failureOfRetry } from './failures.js';
import { failedChecks, judgeInit, judgeMode } from './judge-profile.js';
import type { ExpectedInit } from './judge-profile.js';
import { KNOWN_UNREAD } from './known-events.js';
import {
  blockDelta,
  blockStart,
  messageDelta,
  messageStart,
  parse,
  parseEvent,
  textBlock,
  toolResultBlock,
  toolUseBlock,
} from './protocol.js';
import type { ApiRetry, ContentBlock, EventOf, KnownEvent, RateLimit, SessionInit } from './protocol.js';
import { isRefusal, labelOf } from './tools.js';

/** What one event says. */
export interface Translation {
  readonly news: readonly TurnNews[];
  /** The turn is over, or nothing is left to wait for. */
  readonly ending?: TurnEnding;
  /** The turn has left the profile: whatever it produces is void. */
  readonly breach?: CoAgentError;
}

/** The events of one turn, translated in order. */
export interface TurnEvents {
  /** @throws CoAgentError `PROTOCOL_ERROR` for an event that we read and that is malformed. */
  readonly translate: (name: string, event: unknown) => Translation;
}

/** What is known of a turn before its first event. */
export interface TurnContext {
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
/** Who Claude Code names as the model of a text of its own. */
const NO_MODEL = '<synthetic>';

const NOTHING: Translation = { news: [] };

/** Translates the one turn of a process. What subagents do is ignored. */
export function createTurnEvents(context: TurnContext): TurnEvents {
  const texts = createAnswerTexts();
  /** Ids of texts by their place in the message that streams in, of those that are not complete. */
  let streaming = new Map<number, string>();
  let streamed: { readonly messageId: string; textBlocks: number } | undefined;
  /** How many text blocks of a message have come complete. */
  const completed = new Map<string, number>();
  const denied = new Set<string>();
  const warned = new Set<string>();
  let hasBegun = false;
  let isBroken = false;
  let messageError: string | undefined;
  let refusal: string | undefined;
  let rateLimit: RateLimit | undefined;

  return {
    translate: (name, event) => {
      const known = parseEvent(name, event);
      if (known !== undefined) return read(known);
      return KNOWN_UNREAD.has(name) ? NOTHING : { news: unknown('sent', name) };
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
      case 'system/hook_response':
        return requireStill([
          { name: 'hooks', passed: false, detail: `${known.event.hook_event ?? 'one'} ran` },
        ]);
      case 'system/api_retry':
        return retry(known.event);
      case 'system/permission_denied':
        denied.add(known.event.tool_use_id);
        return NOTHING;
      case 'system/model_refusal_no_fallback':
        refusal = known.event.api_refusal_category ?? '';
        return NOTHING;
      case 'system/model_refusal_fallback':
      case 'system/model_fallback':
        return changeModel(known.event);
      case 'rate_limit_event':
        rateLimit = known.event.rate_limit_info;
        return NOTHING;
      case 'stream_event':
        return known.event.parent_tool_use_id ? NOTHING : stream(known.event);
      case 'assistant':
        return known.event.parent_tool_use_id ? NOTHING : complete(known.event);
      case 'user':
        return known.event.parent_tool_use_id ? NOTHING : take(known.event);
      case 'result':
        return end(known.event);
    }
  }

  /** Every turn of a process begins with what it may do. */
  function begin(init: SessionInit): Translation {
    const checks = judgeInit(init, context.expected);
    if (hasBegun) return requireStill(checks);
    const failed = failedChecks(checks);
    if (failed.length > 0) return voided(profileNotHeld(failed));
    hasBegun = true;
    const effort = context.reasoningEffort;
    return {
      news: [
        {
          type: 'started',
          evidence: { profile: 'read-only', assurance: 'verified', checks: [...context.checks, ...checks] },
          agentVersion: init.claude_code_version,
          model: init.model,
          ...(effort === undefined ? {} : { reasoningEffort: effort }),
        },
      ],
    };
  }

  function requireStill(checks: readonly ProfileCheck[]): Translation {
    const failed = failedChecks(checks);
    return failed.length === 0 ? NOTHING : voided(profileLost(failed));
  }

  /** Deltas show what is coming; what counts is the complete block, which follows. */
  function stream({ event, abandoned_blocks }: EventOf<'stream_event'>): Translation {
    switch (event.type) {
      case 'message_start': {
        const { message } = parse(messageStart, event, 'a malformed message_start');
        const before = streaming.size > 0 ? supersede() : NOTHING;
        streamed = { messageId: message.id, textBlocks: 0 };
        isBroken = true;
        texts.continueLast();
        return before;
      }
      case 'content_block_start': {
        const { index, content_block } = parse(blockStart, event, 'a malformed content_block_start');
        if (content_block.type !== 'text' || !streamed) return NOTHING;
        streaming.set(index, texts.idOf({ messageId: streamed.messageId, ordinal: streamed.textBlocks++ }));
        return NOTHING;
      }
      case 'content_block_delta': {
        const { index, delta } = parse(blockDelta, event, 'a malformed content_block_delta');
        const messageId = streaming.get(index);
        if (messageId === undefined || delta.type !== 'text_delta' || !delta.text) return NOTHING;
        return { news: [{ type: 'message-delta', messageId, text: delta.text }] };
      }
      case 'message_delta': {
        const { delta } = parse(messageDelta, event, 'a malformed message_delta');
        if (delta.stop_reason) isBroken = false;
        return NOTHING;
      }
      case 'message_stop':
        if (!abandoned_blocks) return NOTHING;
        isBroken = true;
        return streaming.size > 0 ? supersede() : NOTHING;
      default:
        return NOTHING;
    }
  }

  function complete(event: EventOf<'assistant'>): Translation {
    const { message, error, uuid, supersedes, api_error_params } = event;
    if (error) messageError = api_error_params?.cut === 'context_window' ? 'context_window' : error;
    const isReplacing = texts.takeBack((block) => supersedes?.includes(block.uuid ?? '') ?? false);
    const before = isReplacing ? supersede().news : [];
    if (error || message.model === NO_MODEL) return { news: before };
    const news = message.content.flatMap((block) => readBlock(block, message.id, uuid ?? undefined));
    return { news: [...before, ...news] };
  }

  function readBlock(block: ContentBlock, messageId: string, uuid: string | undefined): TurnNews[] {
    if (block.type === 'text') {
      const { text } = parse(textBlock, block, 'a malformed text');
      const ordinal = completed.get(messageId) ?? 0;
      completed.set(messageId, ordinal + 1);
      const id = texts.idOf({ messageId, ordinal });
      streaming = new Map([...streaming].filter(([, each]) => each !== id));
      texts.add({ messageId, ordinal, uuid, text });
      return [];
    }
    if (block.type !== 'tool_use') return [];
    const { id, name, input } = parse(toolUseBlock, block, 'a malformed tool_use');
    return [
      ...texts.tell('commentary'),
      { type: 'operation-started', operationId: id, label: labelOf(name, input) },
    ];
  }

  /** Results of tools, and that the safety filter took an answer back and the model is asked once more. */
  function take({ message, refused_message_id, tool_result_meta }: EventOf<'user'>): Translation {
    const blocks = typeof message.content === 'string' ? [] : message.content;
    const results = blocks.filter(({ type }) => type === 'tool_result');
    if (results.length > 0) {
      const refused = (tool_result_meta ?? [])
        .filter(({ permission_decision }) => permission_decision?.decision === 'reject')
        .map(({ id }) => id);
      const ends = results.map((block): TurnNews => {
        const result = parse(toolResultBlock, block, 'a malformed tool_result');
        const operationId = result.tool_use_id;
        return { type: 'operation-completed', operationId, status: statusOf(result, refused) };
      });
      return { news: [...texts.tell('commentary'), ...ends] };
    }
    return texts.takeBack(({ messageId }) => messageId === refused_message_id) ? supersede() : NOTHING;
  }

  function statusOf(
    {
      tool_use_id,
      is_error,
      content,
    }: { tool_use_id: string; is_error?: boolean | null | undefined; content?: unknown },
    refused: readonly string[],
  ): OperationStatus {
    if (denied.has(tool_use_id) || refused.includes(tool_use_id)) return 'denied';
    if (!is_error) return 'succeeded';
    return isRefusal(content) ? 'denied' : 'failed';
  }

  function retry(event: ApiRetry): Translation {
    const { news } = streaming.size > 0 ? supersede() : NOTHING;
    isBroken = false;
    const failure = failureOfRetry(event, context);
    return failure === undefined ? { news } : { news, ending: { type: 'failed', failure } };
  }

  /** What streamed in and did not become complete is void; what did stays. */
  function supersede(): Translation {
    streaming = new Map();
    return { news: [{ type: 'messages-superseded' }, ...texts.restate()] };
  }

  function end(result: EventOf<'result'>): Translation {
    if (result.is_error) {
      const failure = classifyResult(result, { messageError, isBroken, refusal, rateLimit });
      return { news: [], ending: { type: 'failed', failure } };
    }
    if (!hasBegun) throw badOutput('a result of a turn that had not begun');
    return { news: texts.tell('answer'), ending: { type: 'completed' } };
  }

  function changeModel({ original_model, fallback_model }: EventOf<'system/model_fallback'>): Translation {
    const message = `Claude Code went on with ${fallback_model ?? 'another model'} instead of ${original_model ?? 'the one asked for'}`;
    return { news: [{ type: 'warning', warning: { code: 'MODEL_DIFFERS', message } }] };
  }

  /** Once a turn for each name: such a thing may come by the thousand. */
  function unknown(verb: 'sent', name: string): TurnNews[] {
    const message = `Claude Code ${verb} something unknown: ${name.slice(0, UNKNOWN_NAME_MAX_CHARACTERS)}`;
    if (warned.has(message)) return [];
    warned.add(message);
    return [{ type: 'warning', warning: { code: 'UNKNOWN_EVENT', message } }];
  }
}

function voided(breach: CoAgentError): Translation {
  return { news: [{ type: 'messages-voided' }], breach };
}
