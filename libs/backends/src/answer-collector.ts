import type { BackendEvent, MessageRole } from '@coagent8/contracts';

/** Bounds of one turn's text, in UTF-8 bytes and messages. */
export interface AnswerLimits {
  readonly totalMaxBytes: number;
  readonly messageMaxBytes: number;
  readonly messagesMax: number;
}

/** Bounds of a Codex turn: 512 KiB in all and for one message, 50 messages. */
export const ANSWER_LIMITS: AnswerLimits = {
  totalMaxBytes: 512 * 1024,
  messageMaxBytes: 512 * 1024,
  messagesMax: 50,
};

/** Text that was cut, between two characters, where it passed a bound. */
export interface BoundedText {
  readonly text: string;
  readonly truncated: boolean;
}

/** What a turn has produced. */
export interface CollectedAnswer {
  /** All messages marked as the answer, a blank line between them; without any, the last unmarked message. */
  readonly answer: BoundedText;
  /**
   * What there is to show of a turn that failed: the answer, then unfinished messages, else the last commentary, else
   * what an attempt had said that was made again.
   */
  readonly partial: BoundedText;
  /** Tool items that the agent completed, however they ended. */
  readonly operations: number;
  /** Those of them that the profile refused. */
  readonly denied: number;
}

/** Folds the events of one turn, in bounded memory and in time linear in the text. */
export interface AnswerCollector {
  /** Takes the next event. */
  readonly accept: (event: BackendEvent) => void;
  /** What there is by now. */
  readonly collected: () => CollectedAnswer;
}

const NOTHING: BoundedText = { text: '', truncated: false };
const BLANK_LINE = '\n\n';

/** Starts an {@link AnswerCollector}. */
export function createAnswerCollector(limits: AnswerLimits = ANSWER_LIMITS): AnswerCollector {
  let answers = createTextList(limits);
  let unmarked = NOTHING;
  let commentary = NOTHING;
  /** What an attempt had produced that was made again. */
  let earlier = NOTHING;
  const unfinished = new Map<string, GrowingText>();
  let operations = 0;
  let denied = 0;

  const complete = (role: MessageRole, text: string) => {
    if (isBlank(text)) return;
    if (role === 'answer') answers.add(text);
    else if (role === 'unmarked') unmarked = cutText(text, limits.messageMaxBytes);
    else commentary = cutText(text, limits.messageMaxBytes);
  };
  const grow = (id: string, text: string) => {
    if (!unfinished.has(id) && unfinished.size >= limits.messagesMax) return;
    const message = unfinished.get(id) ?? createGrowingText(limits.messageMaxBytes);
    message.append(text);
    unfinished.set(id, message);
  };
  const forget = (kept: BoundedText) => {
    earlier = kept;
    answers = createTextList(limits);
    unmarked = NOTHING;
    commentary = NOTHING;
    unfinished.clear();
  };
  const answer = () =>
    answers.isEmpty() ? cutText(unmarked.text, limits.totalMaxBytes, unmarked.truncated) : answers.joined();
  const partial = () => {
    const parts = [answer(), ...[...unfinished.values()].map((each) => each.bounded())].filter(
      ({ text }) => !isBlank(text),
    );
    const spoken = parts.length > 0 ? parts : [commentary];
    const shown = spoken.every(({ text }) => isBlank(text)) ? [earlier] : spoken;
    const text = shown.map((each) => each.text).join(BLANK_LINE);
    return cutText(
      text,
      limits.totalMaxBytes,
      shown.some(({ truncated }) => truncated),
    );
  };

  return {
    accept: (event) => {
      if (event.type === 'message-delta') grow(event.messageId, event.text);
      else if (event.type === 'messages-superseded') forget(partial());
      else if (event.type === 'messages-voided') forget(NOTHING);
      else if (event.type === 'message-completed') {
        unfinished.delete(event.messageId);
        complete(event.role, event.text);
      } else if (event.type === 'operation-completed') {
        operations += 1;
        if (event.status === 'denied') denied += 1;
      }
    },
    collected: () => ({ answer: answer(), partial: partial(), operations, denied }),
  };
}

/** {@link createAnswerCollector} over events that are already there. */
export function collectAnswer(
  events: Iterable<BackendEvent>,
  limits: AnswerLimits = ANSWER_LIMITS,
): CollectedAnswer {
  const collector = createAnswerCollector(limits);
  for (const event of events) collector.accept(event);
  return collector.collected();
}

/** White space says nothing: it neither is an answer nor takes the place of one. */
const isBlank = (text: string) => text.trim() === '';

/** Texts with a blank line between them, bounded in all and each. */
function createTextList({ totalMaxBytes, messageMaxBytes, messagesMax }: AnswerLimits) {
  const texts: string[] = [];
  let bytes = 0;
  let truncated = false;
  return {
    add: (text: string) => {
      if (text === '') return;
      const separatorBytes = texts.length === 0 ? 0 : BLANK_LINE.length;
      const roomBytes = totalMaxBytes - bytes - separatorBytes;
      const kept = cutText(text, texts.length < messagesMax ? Math.min(messageMaxBytes, roomBytes) : 0);
      truncated ||= kept.truncated;
      if (kept.text === '') return;
      texts.push(kept.text);
      bytes += separatorBytes + Buffer.byteLength(kept.text);
    },
    isEmpty: () => texts.length === 0,
    joined: (): BoundedText => ({ text: texts.join(BLANK_LINE), truncated }),
  };
}

interface GrowingText {
  readonly append: (text: string) => void;
  readonly bounded: () => BoundedText;
}

/** Text that comes in parts. A character may be split between two: its first half waits for the second. */
function createGrowingText(maxBytes: number): GrowingText {
  let text = '';
  let bytes = 0;
  let half = '';
  let truncated = false;
  return {
    append: (part) => {
      if (truncated) return;
      const whole = half + part;
      const ready = endsInHalf(whole) ? whole.slice(0, -1) : whole;
      half = whole.slice(ready.length);
      const kept = cutText(ready, maxBytes - bytes);
      text += kept.text;
      bytes += Buffer.byteLength(kept.text);
      truncated = kept.truncated;
    },
    bounded: () => ({ text, truncated }),
  };
}

/** Whether the last code unit opens a surrogate pair. */
function endsInHalf(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff;
}

/** The longest beginning of `text` that fits, cut between two characters. */
function cutText(text: string, maxBytes: number, wasTruncated = false): BoundedText {
  if (Buffer.byteLength(text) <= maxBytes) return { text, truncated: wasTruncated };
  const room = new Uint8Array(Math.max(0, maxBytes));
  const { read } = new TextEncoder().encodeInto(text, room);
  return { text: text.slice(0, read), truncated: true };
}
