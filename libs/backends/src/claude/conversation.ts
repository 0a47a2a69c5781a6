import type { OperationStatus } from '@coagent8/contracts';

import type { TurnNews } from '../turn-stream.js';
import { createAnswerTexts } from './answer-texts.js';
import {
  blockDelta,
  blockStart,
  messageDelta,
  messageStart,
  textBlock,
  toolResultBlock,
  toolUseBlock,
} from './known-events.js';
import type { ContentBlock, EventOf } from './known-events.js';
import { parse } from './protocol.js';
import { isRefusal, labelOf } from './tools.js';

/** Who Claude Code names as the model of a text of its own. */
export const NO_MODEL = '<synthetic>';

/** What the model and its tools say in one turn. What subagents say is nothing to it. */
export interface Conversation {
  /** A part of a message, as it streams in. It only shows what is coming; what counts is the complete block. */
  readonly stream: (event: EventOf<'stream_event'>) => TurnNews[];
  /** A complete block of a message. */
  readonly complete: (event: EventOf<'assistant'>) => TurnNews[];
  /** Results of tools, or that the safety filter took a message back and the model is asked once more. */
  readonly take: (event: EventOf<'user'>) => TurnNews[];
  /** The profile refused a call. Comes before its result. */
  readonly deny: (operationId: string) => void;
  /** The request to the model failed and is made again. */
  readonly retry: () => TurnNews[];
  /** The texts that are the answer, once the turn is over. */
  readonly answer: () => TurnNews[];
  /** The safety filter has taken the last message back, and nothing takes its place. */
  readonly refuse: () => TurnNews[];
  readonly progress: () => TurnProgress;
}

/** How far the model has got. */
export interface TurnProgress {
  /** Whether its last message broke off in the middle. */
  readonly isBroken: boolean;
  /** Whether a tool is in use. */
  readonly isToolOpen: boolean;
}

/** Starts with the prompt. */
export function createConversation(): Conversation {
  const texts = createAnswerTexts();
  /** Ids of the texts that stream in and are not complete yet, by their place in the message. */
  let incomplete = new Map<number, string>();
  let streamed: { readonly messageId: string; textBlocks: number } | undefined;
  /** How many text blocks of a message are complete. */
  const completeBlocks = new Map<string, number>();
  const open = new Set<string>();
  const denied = new Set<string>();
  let isBroken = false;

  return {
    stream,
    complete,
    take,
    deny: (operationId) => denied.add(operationId),
    retry: () => {
      isBroken = false;
      return dropIncomplete();
    },
    answer: () => texts.tell('answer'),
    refuse: () => withdraw(streamed?.messageId),
    progress: () => ({ isBroken, isToolOpen: open.size > 0 }),
  };

  function stream({ event, abandoned_blocks }: EventOf<'stream_event'>): TurnNews[] {
    switch (event.type) {
      case 'message_start': {
        const { message } = parse(messageStart, event, 'a malformed message_start');
        const news = dropIncomplete();
        streamed = { messageId: message.id, textBlocks: 0 };
        isBroken = true;
        texts.continueLast();
        return news;
      }
      case 'content_block_start': {
        const { index, content_block } = parse(blockStart, event, 'a malformed content_block_start');
        if (content_block.type === 'text' && streamed) {
          const { messageId, textBlocks: ordinal } = streamed;
          streamed.textBlocks += 1;
          incomplete.set(index, texts.idOf({ messageId, ordinal }));
        }
        return [];
      }
      case 'content_block_delta': {
        const { index, delta } = parse(blockDelta, event, 'a malformed content_block_delta');
        const messageId = incomplete.get(index);
        if (messageId === undefined || !delta.text) return [];
        return [{ type: 'message-delta', messageId, text: delta.text }];
      }
      case 'message_delta': {
        const { delta } = parse(messageDelta, event, 'a malformed message_delta');
        if (delta.stop_reason) isBroken = false;
        return [];
      }
      case 'message_stop':
        if (!abandoned_blocks) return [];
        isBroken = true;
        return dropIncomplete();
      default:
        return [];
    }
  }

  function complete({ message, error, uuid, supersedes }: EventOf<'assistant'>): TurnNews[] {
    const replaced = texts.takeBack((block) => supersedes?.includes(block.uuid ?? '') ?? false);
    const news = replaced ? supersede() : [];
    if (error || message.model === NO_MODEL) return news;
    return [...news, ...message.content.flatMap((block) => readBlock(block, message.id, uuid ?? undefined))];
  }

  function readBlock(block: ContentBlock, messageId: string, uuid: string | undefined): TurnNews[] {
    if (block.type === 'text') {
      const { text } = parse(textBlock, block, 'a malformed text');
      const ordinal = completeBlocks.get(messageId) ?? 0;
      completeBlocks.set(messageId, ordinal + 1);
      const id = texts.idOf({ messageId, ordinal });
      incomplete = new Map([...incomplete].filter(([, each]) => each !== id));
      texts.add({ messageId, ordinal, uuid, text });
      return [];
    }
    if (block.type !== 'tool_use') return [];
    const { id, name, input } = parse(toolUseBlock, block, 'a malformed tool_use');
    open.add(id);
    const started: TurnNews = { type: 'operation-started', operationId: id, label: labelOf(name, input) };
    return [...texts.tell('commentary'), started];
  }

  function take({ message, refused_message_id, tool_result_meta }: EventOf<'user'>): TurnNews[] {
    for (const { id, permission_decision } of tool_result_meta ?? [])
      if (permission_decision?.decision === 'reject') denied.add(id);
    const blocks = typeof message.content === 'string' ? [] : message.content;
    const results = blocks.filter(({ type }) => type === 'tool_result').map(completeOperation);
    if (results.length > 0) return [...texts.tell('commentary'), ...results];
    return withdraw(refused_message_id ?? undefined);
  }

  function completeOperation(block: ContentBlock): TurnNews {
    const { tool_use_id, is_error, content } = parse(toolResultBlock, block, 'a malformed tool_result');
    open.delete(tool_use_id);
    const isDenied = denied.has(tool_use_id) || (is_error === true && isRefusal(content));
    const status: OperationStatus = isDenied ? 'denied' : is_error ? 'failed' : 'succeeded';
    return { type: 'operation-completed', operationId: tool_use_id, status };
  }

  /** What the safety filter has stopped is not to be shown. */
  function withdraw(refusedId: string | undefined): TurnNews[] {
    const isChanged = texts.takeBack(({ messageId }) => messageId === refusedId);
    if (!isChanged && (refusedId === undefined || streamed?.messageId !== refusedId)) return [];
    incomplete = new Map();
    return [{ type: 'messages-voided' }, ...texts.restate()];
  }

  function dropIncomplete(): TurnNews[] {
    return incomplete.size > 0 ? supersede() : [];
  }

  /** What did not become complete is void; what did stays, and is said again. */
  function supersede(): TurnNews[] {
    incomplete = new Map();
    return [{ type: 'messages-superseded' }, ...texts.restate()];
  }
}
