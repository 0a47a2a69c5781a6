import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { readMessagesTurn } from './read-messages-turn.js';

const text = (said: string) => ({ type: 'text', text: said });
const user = (...content: object[]) => ({ role: 'user', content });
const result = (content: unknown) => ({ type: 'tool_result', tool_use_id: 't', content });
const REMINDER = text('<system-reminder>\nContext.\n</system-reminder>');

describe('readMessagesTurn', () => {
  it('reads the scenario and its argument from the prompt', () => {
    fc.assert(
      fc.property(fc.string(), (argument) => {
        const prompt = `Do it. SCENARIO=unknown-tool ARG=${JSON.stringify(argument)} now`;
        expect(readMessagesTurn({ messages: [{ role: 'user', content: prompt }] })).toMatchObject({
          prompt,
          scenario: 'unknown-tool',
          argument,
        });
      }),
    );
  });

  it('finds the prompt among reminders', () => {
    const messages = [user(REMINDER, text('SCENARIO=answer'), REMINDER)];
    expect(readMessagesTurn({ messages })).toMatchObject({ prompt: 'SCENARIO=answer', scenario: 'answer' });
    expect(readMessagesTurn({ messages: [user(text('plain')), user(REMINDER)] }).prompt).toBe('plain');
  });

  it('takes the last text with a marker, and none of what the model or the system said', () => {
    const messages = [
      user(text('SCENARIO=e401'), text('SCENARIO=answer'), text('context')),
      { role: 'system', content: 'SCENARIO=e500' },
      { role: 'assistant', content: [text('SCENARIO=e429')] },
    ];
    expect(readMessagesTurn({ messages }).scenario).toBe('answer');
  });

  it('counts only the tool results that follow the prompt', () => {
    const messages = [
      user(text('one')),
      user(result('old')),
      user(text('SCENARIO=bash')),
      user(result('new'), REMINDER),
      user(result([{ type: 'text', text: 'listed' }])),
    ];
    expect(readMessagesTurn({ messages }).toolOutputs).toEqual(['new', 'listed']);
  });

  it('reads the tools and the model', () => {
    const tools = [{ name: 'Read' }, { type: 'web_search_20250305', name: 'web_search' }];
    expect(readMessagesTurn({ model: 'a-model', tools })).toMatchObject({
      model: 'a-model',
      tools: [
        { type: 'custom', name: 'Read' },
        { type: 'web_search_20250305', name: 'web_search' },
      ],
    });
  });

  it('takes any JSON for a request', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        readMessagesTurn(value);
        readMessagesTurn({ messages: [value], tools: value });
        readMessagesTurn({ messages: [{ role: 'user', content: value }], tools: [value] });
      }),
    );
  });
});
