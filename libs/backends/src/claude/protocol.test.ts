import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { parseLine } from './protocol.js';

const PROTOCOL_ERROR = expect.objectContaining({ code: 'PROTOCOL_ERROR' });

function thrownBy(act: () => unknown): unknown {
  try {
    return void act();
  } catch (error) {
    return error;
  }
}

const response = (fields: object) =>
  JSON.stringify({ type: 'control_response', response: { request_id: '1', ...fields } });

describe('parseLine', () => {
  it.each([
    [response({ subtype: 'success', response: { a: 1 } }), { kind: 'reply', id: '1', result: { a: 1 } }],
    [response({ subtype: 'success' }), { kind: 'reply', id: '1' }],
    [response({ subtype: 'error', error: 'no' }), { kind: 'refusal', id: '1', message: 'no' }],
    [response({ subtype: 'error' }), { kind: 'refusal', id: '1', message: 'no reason given' }],
    [
      '{"type":"control_request","request_id":"r","request":{"subtype":"can_use_tool"}}',
      { kind: 'request', id: 'r', subtype: 'can_use_tool' },
    ],
    ['{"type":"system","subtype":"init"}', { kind: 'event', name: 'system/init' }],
    ['{"type":"result","subtype":"success"}\r', { kind: 'event', name: 'result' }],
    ['{"type":"system"}', { kind: 'event', name: 'system' }],
    ['{"type":"novel"}', { kind: 'event', name: 'novel' }],
  ])('reads %s', (line, message) => {
    expect(parseLine(line)).toMatchObject(message);
  });

  it.each([
    '',
    'Error: no',
    '[]',
    'null',
    '{}',
    '{"type":1}',
    '{"type":"control_response"}',
    '{"type":"control_response","response":{"subtype":"success"}}',
    '{"type":"control_request","request_id":"r"}',
    '{"type":"assi',
  ])('refuses %j', (line) => {
    expect(thrownBy(() => parseLine(line))).toEqual(PROTOCOL_ERROR);
  });

  it('reads a last line without its line feed where it is whole, and says where it is not', () => {
    expect(parseLine('{"type":"result"}', false)).toMatchObject({ name: 'result' });
    expect(() => parseLine('{"type":"res', false)).toThrow('Claude Code printed a line that breaks off');
  });

  it('never throws anything else', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (line) => {
        expect([undefined, PROTOCOL_ERROR]).toContainEqual(thrownBy(() => parseLine(line)));
      }),
    );
  });
});
