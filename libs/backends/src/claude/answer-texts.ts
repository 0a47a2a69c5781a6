import type { MessageRole } from '@coagent8/contracts';

import type { TurnNews } from '../turn-stream.js';

/** One text block of a message of the model. */
export interface TextBlock {
  readonly messageId: string;
  /** How many text blocks of the message came before. */
  readonly ordinal: number;
  readonly uuid: string | undefined;
  readonly text: string;
}

/**
 * The texts that may be the answer. `result` of a turn holds only the last block of it (2.1.248 to 2.1.332), so they
 * are kept: all since the last use of a tool are the answer, and those before one are commentary.
 */
export interface AnswerTexts {
  /** Under which id a block is told: that of the text it goes on with, or one of its own. */
  readonly idOf: (block: Pick<TextBlock, 'messageId' | 'ordinal'>) => string;
  readonly add: (block: TextBlock) => void;
  /** The next block goes on where the last one broke off. */
  readonly continueLast: () => void;
  /** Takes back the blocks that `isVoid` picks. Returns whether there were any. */
  readonly takeBack: (isVoid: (block: TextBlock) => boolean) => boolean;
  /** Says once more what is kept, to whoever has been told to forget. */
  readonly restate: () => TurnNews[];
  /** Tells what is kept, in order, and keeps it no longer. */
  readonly tell: (role: MessageRole) => TurnNews[];
}

/** Starts without any. */
export function createAnswerTexts(): AnswerTexts {
  let texts: { readonly id: string; readonly blocks: TextBlock[] }[] = [];
  let isContinued = false;

  const idOf: AnswerTexts['idOf'] = ({ messageId, ordinal }) => {
    const last = texts.at(-1);
    return isContinued && last !== undefined ? last.id : `${messageId}#${ordinal}`;
  };
  const whole = ({ blocks }: (typeof texts)[number]) => blocks.map(({ text }) => text).join('');
  return {
    idOf,
    add: (block) => {
      const id = idOf(block);
      const last = texts.at(-1);
      if (last?.id === id) last.blocks.push(block);
      else texts.push({ id, blocks: [block] });
      isContinued = false;
    },
    continueLast: () => {
      isContinued = true;
    },
    takeBack: (isVoid) => {
      const kept = texts.map(({ id, blocks }) => ({ id, blocks: blocks.filter((block) => !isVoid(block)) }));
      const isChanged = kept.some(({ blocks }, index) => blocks.length !== texts[index]?.blocks.length);
      texts = kept.filter(({ blocks }) => blocks.length > 0);
      return isChanged;
    },
    restate: () => texts.map((text) => ({ type: 'message-delta', messageId: text.id, text: whole(text) })),
    tell: (role) => {
      const told = texts;
      texts = [];
      isContinued = false;
      return told.map((text) => ({ type: 'message-completed', messageId: text.id, role, text: whole(text) }));
    },
  };
}
