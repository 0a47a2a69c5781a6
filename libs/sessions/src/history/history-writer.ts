import { failureLine, failureOf } from '@coagent8/contracts';
import type { Warning } from '@coagent8/contracts';
import { createControlStripper, createRedactingStream, secureText } from '@coagent8/security';

import type { SessionRecord } from '../session-record.js';
import type { ArchivePosition, HistoryArchives } from './history-archive.js';
import { FRAGMENT_MAX_CHARACTERS, renderEvent } from './history-event.js';
import type { HistoryKind } from './history-event.js';

/** Longest message that is archived, in characters; what follows is left out and said so. */
export const HISTORY_MESSAGE_MAX_CHARACTERS = 1024 * 1024;
/** How long secured text waits for more before the next piece of it is written, in milliseconds. */
export const HISTORY_COALESCE_MS = 1_000;
/** What stands in place of the rest of a message that is too long. */
export const HISTORY_CUT_MARK = '\n[the rest is left out]';

/**
 * Writes what happens in one turn to its archive, in the order of the calls. No call waits for the disk or rejects; the first
 * failure ends the archive of this turn and is a warning. Text is secured on its way, also across calls: what may be the
 * beginning of a credential waits in memory until it is known not to be.
 */
export interface HistoryWriter {
  /** What was asked, at the beginning of the turn. */
  readonly request: (text: string) => void;
  /** The next piece of a message. */
  readonly delta: (messageId: string, text: string) => void;
  /** The whole of a message; of one that came in pieces, what is missing of it. */
  readonly message: (messageId: string, text: string) => void;
  /** Something that the agent does: its label and nothing of what comes out of it. */
  readonly operation: (label: string) => void;
  /** The messages so far are no answer any more. */
  readonly supersede: () => void;
  /** Nobody may see the messages so far: they leave the disk. */
  readonly voidMessages: () => void;
  /** Something that the reader should know beside the answer. */
  readonly warning: (text: string) => void;
  /** How the turn ended. Resolves when all is written, to what went wrong. To be called once, before the turn is ended. */
  readonly end: (text: string) => Promise<readonly Warning[]>;
}

/** The writer where histories are not kept. */
export const NO_HISTORY: HistoryWriter = {
  request: () => undefined,
  delta: () => undefined,
  message: () => undefined,
  operation: () => undefined,
  supersede: () => undefined,
  voidMessages: () => undefined,
  warning: () => undefined,
  end: () => Promise.resolve([]),
};

/** What a writer needs. */
export interface HistoryWriterDependencies {
  readonly archives: Pick<HistoryArchives, 'append' | 'cut'>;
  readonly record: SessionRecord;
  /** The time, in milliseconds since 1970. */
  readonly now: () => number;
}

/** A message that is not complete. */
interface OpenMessage {
  readonly item: number;
  readonly secure: (chunk: string) => Promise<string>;
  readonly finish: () => Promise<string>;
  /** As it came, up to the bound; to know what of the whole is missing. */
  received: string;
  isCut: boolean;
  /** Secured and not written. */
  ready: string;
  writtenAtMs: number;
}

/** The writer of a turn. */
export function createHistoryWriter({ archives, record, now }: HistoryWriterDependencies): HistoryWriter {
  const open = new Map<string, OpenMessage>();
  let position: ArchivePosition | undefined;
  /** Size of the archive where this turn begins, behind its request: messages are voided up to here. */
  let messagesFrom: number | undefined;
  let items = 0;
  let failure: unknown;
  let hasFailed = false;
  let queue = Promise.resolve();

  const enqueue = (task: () => Promise<void>, isDoneAnyway = false) => {
    queue = queue.then(async () => {
      if (hasFailed && !isDoneAnyway) return;
      try {
        await task();
      } catch (error) {
        [failure, hasFailed] = [error, true];
      }
    });
  };
  const write = async (kind: HistoryKind, item: number, text: string) => {
    const event = { at: new Date(now()).toISOString(), turn: record.turn.number, item, kind, text };
    const lines = renderEvent(event);
    position = await archives.append(record, lines, position);
    messagesFrom ??= position.size - Buffer.byteLength(lines);
  };
  const tell = (kind: HistoryKind, text = '') =>
    enqueue(async () => {
      await flushAll();
      await write(kind, ++items, await secureText(text));
    });

  const opened = (messageId: string): OpenMessage => {
    const known = open.get(messageId) ?? openMessage(++items, now());
    open.set(messageId, known);
    return known;
  };
  const flush = async (message: OpenMessage) => {
    if (message.ready !== '') await write('message', message.item, message.ready);
    [message.ready, message.writtenAtMs] = ['', now()];
  };
  const flushAll = async () => {
    for (const message of open.values()) await flush(message);
  };
  const receive = async (message: OpenMessage, text: string) => {
    const room = HISTORY_MESSAGE_MAX_CHARACTERS - message.received.length;
    if (message.isCut) return;
    message.isCut = text.length > room;
    const kept = text.slice(0, room);
    message.received += kept;
    message.ready += await message.secure(kept);
    if (isDue(message, now())) await flush(message);
  };
  const complete = async (messageId: string, message: OpenMessage) => {
    message.ready += (await message.finish()) + (message.isCut ? HISTORY_CUT_MARK : '');
    await flush(message);
    open.delete(messageId);
  };

  return {
    request: (text) =>
      enqueue(async () => {
        await write('request', ++items, await secureText(text));
        messagesFrom = position?.size;
      }),
    delta: (messageId, text) => enqueue(() => receive(opened(messageId), text)),
    message: (messageId, text) =>
      enqueue(async () => {
        const message = opened(messageId);
        const { received } = message;
        if (text.startsWith(received)) await receive(message, text.slice(received.length));
        await complete(messageId, message);
        if (text.startsWith(received)) return;
        // The agent says something else in the end than what it said bit by bit.
        const whole = opened(messageId);
        await receive(whole, text);
        await complete(messageId, whole);
      }),
    operation: (label) => tell('operation', label),
    supersede: () => tell('superseded'),
    voidMessages: () =>
      enqueue(async () => {
        open.clear();
        position = undefined;
        if (messagesFrom !== undefined) await archives.cut(record, messagesFrom);
      }, true),
    warning: (text) => tell('warning', text),
    end: async (text) => {
      enqueue(async () => {
        for (const [messageId, message] of open) await complete(messageId, message);
      });
      tell('end', text);
      await queue;
      return hasFailed ? [notKept(failure)] : [];
    },
  };
}

function openMessage(item: number, atMs: number): OpenMessage {
  const controls = createControlStripper();
  const credentials = createRedactingStream();
  return {
    item,
    secure: (chunk) => credentials.write(controls.write(chunk)),
    finish: () => credentials.end(),
    received: '',
    isCut: false,
    ready: '',
    writtenAtMs: atMs,
  };
}

function isDue({ ready, writtenAtMs }: OpenMessage, nowMs: number): boolean {
  return ready.length >= FRAGMENT_MAX_CHARACTERS || Math.abs(nowMs - writtenAtMs) >= HISTORY_COALESCE_MS;
}

function notKept(error: unknown): Warning {
  const why = failureLine(failureOf(error));
  return { code: 'STORE_FAILED', message: `the history of this turn is not whole; ${why}` };
}
