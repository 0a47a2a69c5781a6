import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { createAnswerTexts } from './answer-texts.js';

const block = (messageId: string, ordinal: number, text: string, uuid?: string) => ({
  messageId,
  ordinal,
  uuid,
  text,
});
const said = (messageId: string, text: string, role = 'answer') => ({
  type: 'message-completed',
  messageId,
  role,
  text,
});

describe('createAnswerTexts', () => {
  it('tells each block of a message by itself, once', () => {
    const texts = createAnswerTexts();
    texts.add(block('m', 0, 'a'));
    texts.add(block('m', 1, 'b'));
    expect(texts.tell('answer')).toEqual([said('m#0', 'a'), said('m#1', 'b')]);
    expect(texts.tell('answer')).toEqual([]);
  });

  it('puts a block that goes on behind the one that broke off', () => {
    const texts = createAnswerTexts();
    texts.add(block('m', 0, 'first ha'));
    texts.continueLast();
    expect(texts.idOf({ messageId: 'n', ordinal: 0 })).toBe('m#0');
    texts.add(block('n', 0, 'lf'));
    texts.add(block('n', 1, 'next'));
    expect(texts.tell('answer')).toEqual([said('m#0', 'first half'), said('n#1', 'next')]);
  });

  it('has nothing to go on with after a tool', () => {
    const texts = createAnswerTexts();
    texts.add(block('m', 0, 'I look.'));
    expect(texts.tell('commentary')).toEqual([said('m#0', 'I look.', 'commentary')]);
    texts.continueLast();
    texts.add(block('n', 0, 'Seen.'));
    expect(texts.tell('answer')).toEqual([said('n#0', 'Seen.')]);
  });

  it('takes back what is void, and says the rest again', () => {
    const texts = createAnswerTexts();
    texts.add(block('m', 0, 'kept '));
    texts.continueLast();
    texts.add(block('n', 0, 'void'));
    expect(texts.takeBack(({ messageId }) => messageId === 'n')).toBe(true);
    expect(texts.takeBack(({ messageId }) => messageId === 'n')).toBe(false);
    expect(texts.restate()).toEqual([{ type: 'message-delta', messageId: 'm#0', text: 'kept ' }]);
    expect(texts.takeBack(() => true)).toBe(true);
    expect(texts.tell('answer')).toEqual([]);
  });

  it('loses no text and keeps the order, whatever goes on with what', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.boolean())), (parts) => {
        const texts = createAnswerTexts();
        parts.forEach(([text, goesOn], index) => {
          if (goesOn) texts.continueLast();
          texts.add(block(`m${index}`, 0, text));
        });
        const told = texts.tell('answer').map((news) => ('text' in news ? news.text : ''));
        expect(told.join('')).toBe(parts.map(([text]) => text).join(''));
      }),
    );
  });
});
