import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';

import { CoAgentError } from '@coagent8/contracts';

import { parseLine, parseUsage, readAgyError } from './protocol.js';

const line = (value: unknown) => JSON.stringify(value);
const step = { conversation_id: 'c', step_index: 0, state: 'DONE', step_type: 'user_input' };

describe('parseLine', () => {
  it('reads the three events, and leaves out what it does not know', () => {
    const init = { cwd: '/w', permission_mode: 'strict', tools: ['a'], model: 'm' };
    expect(parseLine(line({ event: 'init', conversation_id: 'c', init }))).toEqual({
      kind: 'init',
      conversationId: 'c',
      init: { cwd: '/w', permission_mode: 'strict', model: 'm' },
    });
    expect(parseLine(line({ event: 'step_update', step_update: { ...step, new: 1 } }))).toEqual({
      kind: 'step',
      step,
    });
    const result = { conversation_id: '', status: 'ERROR', response: '', error: 'x' };
    expect(parseLine(line({ event: 'result', result }))).toEqual({ kind: 'result', result });
    expect(parseLine(line({ event: 'telemetry' }))).toEqual({ kind: 'unknown', name: 'telemetry' });
  });

  it.each([
    ['nonsense', true, 'a line that is not JSON'],
    ['{"event":"res', false, 'a line that breaks off'],
    ['[]', true, 'a line that is no event'],
    ['{"type":"init"}', true, 'a line that is no event (event)'],
    ['{"event":"init","init":{}}', true, 'a malformed init (conversation_id)'],
    [line({ event: 'init', conversation_id: '', init: {} }), true, 'a malformed init (conversation_id)'],
    ['{"event":"step_update"}', true, 'a malformed step (step_update)'],
    [
      line({ event: 'step_update', step_update: { ...step, step_index: 'x' } }),
      true,
      'a malformed step (step_update.step_index)',
    ],
    ['{"event":"result","result":{"conversation_id":""}}', true, 'a malformed result (result.status)'],
  ])('refuses %s', (text, complete, message) => {
    expect(() => parseLine(text, complete)).toThrow(`agy printed ${message}`);
  });

  it('takes a whole last line without its line feed', () => {
    expect(parseLine('{"event":"x"}', false)).toEqual({ kind: 'unknown', name: 'x' });
  });

  it('throws nothing but a fault of the protocol, which repeats nothing of the line', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        try {
          parseLine(text);
        } catch (error) {
          if (!CoAgentError.is(error)) throw error;
          expect(error.code).toBe('PROTOCOL_ERROR');
          if (text.length > 40) expect(error.message).not.toContain(text);
        }
      }),
    );
  });
});

describe('readAgyError', () => {
  const report = (status: string) => `AGY_ERROR: ${line({ short_error: 's', status, error_code: 429 })}`;

  it('reads the last such line', () => {
    const diagnostics = `error: x\n${report('A')}\nother\n${report('B')}\r\n`;
    expect(readAgyError(diagnostics)).toEqual({ short_error: 's', status: 'B', error_code: 429 });
  });

  it.each(['', 'AGY_ERROR: {', 'AGY_ERROR: {"error_code":"x"}', `said: ${report('A')}`])(
    'finds none in %j',
    (text) => {
      expect(readAgyError(text)).toBeUndefined();
    },
  );
});

describe('parseUsage', () => {
  const groups = [{ name: 'A', buckets: [{ id: 'a-5h', window: '5h', remaining_fraction: 0.5 }] }];
  const answer = (change: Record<string, unknown> = {}) =>
    line({ status: 'SUCCESS', num_turns: 0, command: { name: 'usage', data: { groups } }, ...change });

  it('reads the groups, and the error of an agy that has none', () => {
    expect(parseUsage(answer())).toEqual({ groups });
    expect(parseUsage(answer({ command: { name: 'usage', data: {} } }))).toEqual({ groups: [] });
    expect(parseUsage(line({ status: 'ERROR', error: 'signed out' }))).toEqual({ error: 'signed out' });
    expect(parseUsage(line({ status: 'CANCELED' }))).toEqual({ error: 'status CANCELED' });
  });

  it.each([
    ['', 'not JSON'],
    ['Usage: agy', 'not JSON'],
    ['[]', 'no answer to /usage'],
    [answer({ command: undefined }), 'malformed answer to /usage (command)'],
    [answer({ command: { name: 'help', data: {} } }), '(command.name)'],
    [answer({ command: { name: 'usage', data: { groups: {} } } }), '(command.data.groups)'],
    [answer({ num_turns: 1 }), 'answer of the model'],
  ])('refuses %j', (text, message) => {
    const thrown = expect(() => parseUsage(text));
    thrown.toThrow(
      expect.objectContaining({ code: 'PROTOCOL_ERROR', message: expect.stringContaining(message) }),
    );
  });
});
