import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { parseLine, parseNotification } from './protocol.js';

const PROTOCOL_ERROR = expect.objectContaining({ code: 'PROTOCOL_ERROR' });

function thrownBy(act: () => unknown): unknown {
  try {
    return void act();
  } catch (error) {
    return error;
  }
}

describe('parseLine', () => {
  it.each([
    ['{"id":1,"result":{}}', { kind: 'reply', id: 1, result: {} }],
    ['{"jsonrpc":"2.0","id":"a","result":null}', { kind: 'reply', id: 'a', result: null }],
    [
      '{"id":1,"error":{"code":-32600,"message":"no"}}',
      { kind: 'refusal', id: 1, error: { code: -32600, message: 'no' } },
    ],
    ['{"id":0,"method":"m","params":{}}', { kind: 'request', id: 0, method: 'm' }],
    ['{"method":"m","params":{"a":1}}', { kind: 'notification', method: 'm', params: { a: 1 } }],
    ['{"method":"m","params":{}}\r', { kind: 'notification', method: 'm', params: {} }],
  ])('reads %s', (line, message) => {
    expect(parseLine(line)).toEqual(message);
  });

  it.each([
    '',
    'panicked at',
    '[]',
    'null',
    '1',
    '{}',
    '{"id":1}',
    '{"id":{},"result":1}',
    '{"method":1}',
    '{"id":1,"res',
  ])('refuses %j', (line) => {
    expect(thrownBy(() => parseLine(line))).toEqual(PROTOCOL_ERROR);
  });

  it('reads a last line without its line feed where it is whole, and says where it is not', () => {
    expect(parseLine('{"id":1,"result":1}', false)).toMatchObject({ kind: 'reply' });
    expect(() => parseLine('{"id":1,"res', false)).toThrow('a line that breaks off');
  });

  it('never throws anything else', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (line) => {
        const error = thrownBy(() => parseLine(line));
        expect([undefined, PROTOCOL_ERROR]).toContainEqual(error);
      }),
    );
  });
});

describe('parseNotification', () => {
  it('is undefined for what we do not read, whatever it carries', () => {
    expect(parseNotification('thread/attachment/updated', 7)).toBeUndefined();
    expect(parseNotification('toString', {})).toBeUndefined();
  });

  it('allows members that we do not know', () => {
    const params = { threadId: 't', itemId: 'i', delta: 'd', novel: {} };
    expect(parseNotification('item/agentMessage/delta', params)).toMatchObject({ params: { delta: 'd' } });
  });

  it.each([
    ['turn/completed', { threadId: 't', turn: { status: 'completed' } }],
    ['item/completed', { threadId: 't', item: { id: 'i' } }],
    ['item/agentMessage/delta', { threadId: 't', itemId: 'i', delta: 1 }],
    ['error', { threadId: 't', error: {}, willRetry: true }],
    ['account/rateLimits/updated', {}],
    ['thread/settings/updated', { threadId: 't' }],
    ['turn/started', undefined],
  ])('refuses a malformed %s without repeating its values', (method, params) => {
    const error = thrownBy(() => parseNotification(method, params));
    expect(error).toEqual(PROTOCOL_ERROR);
    expect(String(error)).toContain(`a malformed ${method}`);
  });
});
