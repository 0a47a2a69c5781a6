import { CoAgentError } from '@coagent8/contracts';
import type { Line } from '@coagent8/runtime';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { z } from 'zod';

import { START_TIMEOUT_MS } from '../wait.js';
import { openConnection } from './connection.js';

afterEach(() => {
  jest.useRealTimers();
});

interface Sent {
  readonly request_id: string;
  readonly request: { readonly subtype: string };
}

/** A peer whose lines the test pushes, and that answers a request with what `answer` makes of it. */
function createPeer(answer?: (subtype: string) => object) {
  const lines: Line[] = [];
  const sent: unknown[] = [];
  let news = Promise.withResolvers<void>();
  let isOver = false;
  const push = (message: unknown) => {
    lines.push({ text: typeof message === 'string' ? message : JSON.stringify(message), complete: true });
    news.resolve();
  };
  const reply = (id: string, response: object) =>
    push({ type: 'control_response', response: { request_id: id, ...response } });
  return {
    sent,
    push,
    reply,
    end: () => {
      isOver = true;
      news.resolve();
    },
    lines: (async function* () {
      for (;;) {
        const line = lines.shift();
        if (line) yield line;
        else if (isOver) return;
        else {
          await news.promise;
          news = Promise.withResolvers();
        }
      }
    })(),
    write: async (text: string) => {
      expect(text.endsWith('\n')).toBe(true);
      const message: Sent = JSON.parse(text);
      sent.push(message);
      if (answer && 'request' in message) reply(message.request_id, answer(message.request.subtype));
    },
  };
}

function connect(
  peer: Pick<ReturnType<typeof createPeer>, 'lines' | 'write'>,
  onEvent: (name: string, event: unknown) => void = () => {},
) {
  const explainEnd = async () => new CoAgentError('PROCESS_ERROR', 'it ended');
  return openConnection({ process: peer, onEvent, explainEnd });
}

const text = z.object({ text: z.string() });
const success = (response: unknown) => ({ subtype: 'success', response });
const error = (message: string) => ({ subtype: 'error', error: message });

describe('requests', () => {
  it('are numbered from 1 and find their reply, in any order', async () => {
    const peer = createPeer();
    const connection = connect(peer);
    const replies = [
      connection.request({ subtype: 'a', x: 1 }, text),
      connection.request({ subtype: 'b' }, text),
    ];
    peer.reply('2', success({ text: 'for b' }));
    peer.reply('1', success({ text: 'for a' }));
    peer.reply('7', success({ text: 'for nobody' }));
    expect(await Promise.all(replies)).toEqual([{ text: 'for a' }, { text: 'for b' }]);
    expect(peer.sent).toEqual([
      { type: 'control_request', request_id: '1', request: { subtype: 'a', x: 1 } },
      { type: 'control_request', request_id: '2', request: { subtype: 'b' } },
    ]);
  });

  it('fail where they are refused or the reply is malformed, and the connection goes on', async () => {
    const peer = createPeer((subtype) =>
      subtype === 'refused' ? error('no such thing') : success(subtype === 'bad' ? {} : { text: 'x' }),
    );
    const connection = connect(peer);
    await expect(connection.request({ subtype: 'refused' }, text)).rejects.toThrow(
      'Claude Code refused refused: no such thing',
    );
    await expect(connection.request({ subtype: 'bad' }, text)).rejects.toThrow(
      'a malformed reply to bad (text)',
    );
    expect(await connection.request({ subtype: 'good' }, text)).toEqual({ text: 'x' });
  });

  it('may be unknown to a version, which is no failure where it is expected', async () => {
    const peer = createPeer((subtype) =>
      subtype === 'old' ? error('Unsupported control request subtype: old') : error('not now'),
    );
    const connection = connect(peer);
    expect(await connection.requestIfKnown({ subtype: 'old' }, text)).toBeUndefined();
    await expect(connection.requestIfKnown({ subtype: 'new' }, text)).rejects.toThrow('not now');
    await expect(connection.request({ subtype: 'old' }, text)).rejects.toThrow('Unsupported');
  });

  it('fail where no reply comes in time', async () => {
    jest.useFakeTimers();
    const reply = connect(createPeer()).request({ subtype: 'a' }, text);
    const failed = expect(reply).rejects.toMatchObject({
      code: 'PROTOCOL_ERROR',
      details: { method: 'a', timeoutMs: START_TIMEOUT_MS },
    });
    await jest.advanceTimersByTimeAsync(START_TIMEOUT_MS);
    await failed;
  });

  it('fail when the output ends, with the reason, then and later', async () => {
    const peer = createPeer();
    const connection = connect(peer);
    const reply = connection.request({ subtype: 'a' }, text);
    peer.end();
    await expect(reply).rejects.toThrow('it ended');
    await expect(connection.request({ subtype: 'b' }, text)).rejects.toThrow('it ended');
    await expect(connection.send({ type: 'user' })).rejects.toThrow('it ended');
    expect(peer.sent).toHaveLength(1);
    expect(connection.isOver()).toBe(true);
  });

  it.each([
    ['INPUT_LIMIT', 'too much'],
    ['PROCESS_ERROR', 'it ended'],
  ] as const)('fail of a write that failed with %s because %s', async (code, reason) => {
    const peer = createPeer();
    const write = () => Promise.reject(new CoAgentError(code, 'too much'));
    const reply = connect({ ...peer, write }).request({ subtype: 'a' }, text);
    peer.end();
    await expect(reply).rejects.toThrow(reason);
  });
});

describe('what Claude Code sends by itself', () => {
  it('reaches the listener in order', async () => {
    const peer = createPeer();
    const listener = jest.fn<(name: string, event: unknown) => void>();
    const connection = connect(peer, listener);
    peer.push({ type: 'system', subtype: 'init', n: 1 });
    peer.push({ type: 'result' });
    peer.end();
    await connection.lost;
    expect(listener.mock.calls.map(([name]) => name)).toEqual(['system/init', 'result']);
  });

  it('ends the connection where the listener throws, and where it is no message', async () => {
    const peer = createPeer();
    const connection = connect(peer, () => {
      throw new CoAgentError('SANDBOX_UNAVAILABLE', 'breach');
    });
    peer.push({ type: 'result' });
    expect(await connection.lost).toMatchObject({ message: 'breach' });

    const other = createPeer();
    const reply = connect(other).request({ subtype: 'a' }, text);
    other.push('Error: no');
    await expect(reply).rejects.toMatchObject({ code: 'PROTOCOL_ERROR' });
  });

  it('is refused at once where it is a request, under its own id', async () => {
    const peer = createPeer();
    const connection = connect(peer);
    peer.push({ type: 'control_request', request_id: 'x', request: { subtype: 'can_use_tool' } });
    peer.push({ type: 'control_request', request_id: 'y', request: { subtype: 'novel' } });
    peer.end();
    await connection.lost;
    expect(peer.sent).toMatchObject([
      { type: 'control_response', response: { request_id: 'x', response: { behavior: 'deny' } } },
      { type: 'control_response', response: { request_id: 'y', subtype: 'error' } },
    ]);
  });
});
