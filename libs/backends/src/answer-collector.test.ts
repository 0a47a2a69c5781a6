import type { BackendEvent, MessageRole } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { ANSWER_LIMITS, collectAnswer, createAnswerCollector } from './answer-collector.js';

const message = (role: MessageRole, text: string, messageId = text): BackendEvent => ({
  type: 'message-completed',
  messageId,
  role,
  text,
});
const delta = (messageId: string, text: string): BackendEvent => ({ type: 'message-delta', messageId, text });
const superseded: BackendEvent = { type: 'messages-superseded' };
const voided: BackendEvent = { type: 'messages-voided' };

describe('what counts as the answer', () => {
  it('is all messages marked as such, a blank line between them', () => {
    const { answer } = collectAnswer([
      message('answer', 'one'),
      message('unmarked', 'x'),
      message('answer', 'two'),
    ]);
    expect(answer).toEqual({ text: 'one\n\ntwo', truncated: false });
  });

  it('is the last unmarked message where none is marked', () => {
    expect(collectAnswer([message('unmarked', 'first'), message('unmarked', 'last')]).answer.text).toBe(
      'last',
    );
  });

  it('is never commentary', () => {
    const { answer, partial } = collectAnswer([
      message('answer', 'done'),
      message('commentary', 'and now …'),
    ]);
    expect(answer.text).toBe('done');
    expect(partial.text).toBe('done');
    expect(collectAnswer([message('commentary', 'I look')]).answer.text).toBe('');
  });

  it('forgets all of an attempt that is made again', () => {
    const events = [message('answer', 'one'), delta('m', 'half'), superseded, message('answer', 'again')];
    expect(collectAnswer(events)).toMatchObject({ answer: { text: 'again' }, partial: { text: 'again' } });
  });

  it('is nothing that only white space followed', () => {
    const { answer, partial } = collectAnswer([message('unmarked', 'said'), message('unmarked', ' \n')]);
    expect([answer.text, partial.text]).toEqual(['said', 'said']);
    const events = [message('commentary', 'seen'), message('answer', '\n'), message('commentary', ' ')];
    expect(collectAnswer(events)).toMatchObject({ answer: { text: '' }, partial: { text: 'seen' } });
  });
});

describe('what there is to show of a failed turn', () => {
  it('is what an attempt had said that was made again, while the new one has said nothing', () => {
    const first = [message('answer', 'one'), delta('m', 'half'), superseded];
    expect(collectAnswer(first)).toMatchObject({ answer: { text: '' }, partial: { text: 'one\n\nhalf' } });
    expect(collectAnswer([...first, superseded]).partial.text).toBe('one\n\nhalf');
    expect(collectAnswer([...first, delta('n', 'new')]).partial.text).toBe('new');
  });

  it('is nothing of what was said without the profile', () => {
    expect(
      collectAnswer([message('answer', 'one'), superseded, delta('m', 'two'), voided]).partial.text,
    ).toBe('');
  });

  it('is the answer so far and what was being written', () => {
    const events = [message('answer', 'one'), delta('m', 'half a '), delta('m', 'sentence')];
    expect(collectAnswer(events).partial.text).toBe('one\n\nhalf a sentence');
    expect(collectAnswer(events).answer.text).toBe('one');
  });

  it('does not repeat a message once it is complete', () => {
    const events = [delta('m', 'all'), message('unmarked', 'all of it', 'm')];
    expect(collectAnswer(events).partial.text).toBe('all of it');
  });

  it('is the last commentary where there is nothing else', () => {
    expect(collectAnswer([message('commentary', 'a'), message('commentary', 'b')]).partial.text).toBe('b');
  });
});

describe('operations', () => {
  it('are counted when they are complete, and those refused apart', () => {
    const { operations, denied } = collectAnswer([
      { type: 'operation-started', operationId: '1', label: 'ls' },
      { type: 'operation-completed', operationId: '1', status: 'succeeded' },
      { type: 'operation-completed', operationId: '2', status: 'failed' },
      { type: 'operation-completed', operationId: '3', status: 'denied' },
      { type: 'operation-started', operationId: '4', label: 'ls' },
    ]);
    expect({ operations, denied }).toEqual({ operations: 3, denied: 1 });
  });
});

describe('bounds', () => {
  const { totalMaxBytes, messagesMax } = ANSWER_LIMITS;

  it('keep a message at the limit and cut one past it', () => {
    expect(collectAnswer([message('answer', 'x'.repeat(totalMaxBytes))]).answer.truncated).toBe(false);
    const { answer } = collectAnswer([message('answer', 'x'.repeat(totalMaxBytes + 1))]);
    expect([answer.text.length, answer.truncated]).toEqual([totalMaxBytes, true]);
  });

  it('keep so many messages and drop one past it', () => {
    const answers = (count: number) =>
      Array.from({ length: count }, (_, index) => message('answer', `${index}`));
    expect(collectAnswer(answers(messagesMax)).answer.truncated).toBe(false);
    const { answer } = collectAnswer(answers(messagesMax + 1));
    expect([answer.text.endsWith(`${messagesMax - 1}`), answer.truncated]).toEqual([true, true]);
  });

  it('count the total over messages', () => {
    const half = 'x'.repeat(totalMaxBytes / 2);
    const { answer } = collectAnswer([message('answer', half), message('answer', half)]);
    expect([answer.text.length, answer.truncated]).toEqual([totalMaxBytes, true]);
  });

  it('do not carry the cut of a commentary over to the answer', () => {
    const events = [message('commentary', 'x'.repeat(totalMaxBytes + 1)), message('answer', 'short')];
    expect(collectAnswer(events).answer).toEqual({ text: 'short', truncated: false });
    expect(collectAnswer(events.slice(0, 1)).partial.truncated).toBe(true);
  });

  it('never cut a character', () => {
    const limits = { totalMaxBytes: 5, messageMaxBytes: 5, messagesMax: 2 };
    expect(collectAnswer([message('answer', 'aa😀b')], limits).answer).toEqual({
      text: 'aa',
      truncated: true,
    });
    expect(collectAnswer([delta('m', 'a\ud83d'), delta('m', '\ude00b')], limits).partial).toEqual({
      text: 'a😀',
      truncated: true,
    });
  });

  it('cost little however many parts a text comes in', () => {
    const collector = createAnswerCollector();
    for (let part = 0; part < 200_000; part += 1) collector.accept(delta('m', 'word '));
    collector.accept(message('answer', 'word '.repeat(200_000), 'm'));
    expect(collector.collected().answer.truncated).toBe(true);
  });
});

describe('for any events', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 12 });
  const id = fc.constantFrom('a', 'b', 'c');
  const anyEvent: fc.Arbitrary<BackendEvent> = fc.oneof(
    fc.record({ type: fc.constant('message-delta'), messageId: id, text }),
    fc.record({
      type: fc.constant('message-completed'),
      messageId: id,
      role: fc.constantFrom('answer', 'commentary', 'unmarked'),
      text,
    }),
    fc.constant(superseded),
  );
  const limits = { totalMaxBytes: 20, messageMaxBytes: 9, messagesMax: 3 };

  it('the text stays within its bounds and holds no half character', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 30 }), (events) => {
        const { answer, partial } = collectAnswer(events, limits);
        for (const each of [answer, partial]) {
          expect(Buffer.byteLength(each.text)).toBeLessThanOrEqual(limits.totalMaxBytes);
          expect(each.text.isWellFormed()).toBe(true);
        }
      }),
    );
  });

  it('nothing is cut that fits', () => {
    fc.assert(
      fc.property(
        fc.array(
          text.filter((each) => each.trim() !== ''),
          { maxLength: 20 },
        ),
        (texts) => {
          const { answer } = collectAnswer(texts.map((each) => message('answer', each)));
          expect(answer).toEqual({ text: texts.join('\n\n'), truncated: false });
        },
      ),
    );
  });

  it('deltas add up to the message, however it was split', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.nat(), { maxLength: 6 }), (said, cuts) => {
        const whole = `said: ${said}`;
        const places = [
          0,
          ...cuts.map((cut) => cut % (whole.length + 1)).sort((a, b) => a - b),
          whole.length,
        ];
        const parts = places.slice(1).map((place, index) => whole.slice(places[index], place));
        expect(collectAnswer(parts.map((part) => delta('m', part))).partial.text).toBe(whole);
      }),
    );
  });
});
