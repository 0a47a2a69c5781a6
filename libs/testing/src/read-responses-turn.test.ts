import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { readResponsesTurn } from './read-responses-turn.js';

const user = (text: string) => ({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] });
const output = (text: unknown) => ({ type: 'function_call_output', call_id: 'c', output: text });

describe('readResponsesTurn', () => {
  it('reads the scenario and its argument from the prompt', () => {
    fc.assert(
      fc.property(fc.string(), (argument) => {
        const turn = readResponsesTurn({
          input: [user(`Do it. SCENARIO=no-phase ARG=${JSON.stringify(argument)} now`)],
        });
        expect(turn).toMatchObject({ scenario: 'no-phase', argument });
      }),
    );
  });

  it('takes the last prompt with a marker, though a user message without one follows', () => {
    const input = [user('SCENARIO=e401'), user('SCENARIO=answer'), user('context')];
    expect(readResponsesTurn({ input }).scenario).toBe('answer');
  });

  it('takes the last user message where none has a marker', () => {
    expect(readResponsesTurn({ input: [user('one'), user('two')] })).toMatchObject({
      prompt: 'two',
      scenario: undefined,
    });
  });

  it('counts only the tool outputs that follow the prompt', () => {
    const input = [
      user('one'),
      output('old'),
      user('SCENARIO=shell'),
      output('new'),
      output([{ text: 'listed' }]),
    ];
    expect(readResponsesTurn({ input }).toolOutputs).toEqual(['new', 'listed']);
  });

  it('finds tools in the request, in namespaces and in additional_tools items', () => {
    const body = {
      tools: [{ type: 'function', name: 'exec_command' }, { type: 'local_shell' }],
      input: [
        {
          type: 'additional_tools',
          tools: [{ type: 'namespace', name: 'functions', tools: [{ type: 'custom', name: 'exec' }] }],
        },
      ],
    };
    expect(readResponsesTurn(body).tools).toEqual([
      { type: 'function', name: 'exec_command' },
      { type: 'local_shell', name: 'local_shell' },
      { type: 'custom', name: 'exec', namespace: 'functions' },
    ]);
  });

  it('takes any JSON for a request', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => void readResponsesTurn({ input: [value], tools: value })),
    );
    fc.assert(fc.property(fc.jsonValue(), (value) => void readResponsesTurn(value)));
  });
});
