import { CoAgentError } from '@coagent8/contracts';
import type { Line } from '@coagent8/runtime';
import { describe, expect, it, jest } from '@jest/globals';
import { z } from 'zod';

import { openConnection, PAGES_MAX } from './connection.js';

/** A peer whose lines the test pushes. */
function createPeer(answer?: (message: Record<string, unknown>) => unknown) {
  const lines: Line[] = [];
  const sent: Record<string, unknown>[] = [];
  let news = Promise.withResolvers<void>();
  let isOver = false;
  const push = (message: unknown, complete = true) => {
    lines.push({ text: typeof message === 'string' ? message : JSON.stringify(message), complete });
    news.resolve();
  };
  return {
    sent,
    push,
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
      const message = JSON.parse(text);
      sent.push(message);
      const reply = answer?.(message);
      if (reply !== undefined) push(reply);
    },
  };
}

function connect(
  peer: ReturnType<typeof createPeer>,
  onNotification: (method: string, params: unknown) => void = () => {},
) {
  const explainEnd = async () => new CoAgentError('PROCESS_ERROR', 'it ended');
  return openConnection({ process: peer, onNotification, explainEnd });
}

const text = z.object({ text: z.string() });

describe('requests', () => {
  it('are numbered from 1 and find their reply, in any order', async () => {
    const peer = createPeer();
    const connection = connect(peer);
    const replies = [connection.request('a', { x: 1 }, text), connection.request('b', undefined, text)];
    peer.push({ id: 2, result: { text: 'for b' } });
    peer.push({ id: 1, result: { text: 'for a' } });
    expect(await Promise.all(replies)).toEqual([{ text: 'for a' }, { text: 'for b' }]);
    expect(peer.sent).toEqual([
      { id: 1, method: 'a', params: { x: 1 } },
      { id: 2, method: 'b' },
    ]);
  });

  it('fail with what a refusal means', async () => {
    const connection = connect(
      createPeer(({ id }) => ({ id, error: { code: -32600, message: 'no such thing' } })),
    );
    await expect(connection.request('a', {}, text)).rejects.toThrow('Codex refused a: no such thing');
  });

  it('fail where the reply is malformed, and the connection goes on', async () => {
    const connection = connect(
      createPeer(({ id }) => ({ id, result: id === 1 ? { text: 1 } : { text: 'x' } })),
    );
    await expect(connection.request('a', {}, text)).rejects.toMatchObject({ code: 'PROTOCOL_ERROR' });
    expect(await connection.request('a', {}, text)).toEqual({ text: 'x' });
  });

  it('fail where no reply comes in time, and a late one is ignored', async () => {
    const peer = createPeer();
    const connection = connect(peer);
    await expect(connection.request('a', {}, text, 5)).rejects.toMatchObject({
      code: 'PROTOCOL_ERROR',
      details: { method: 'a', timeoutMs: 5 },
    });
    peer.push({ id: 1, result: { text: 'late' } });
    peer.push({ id: 2, result: { text: 'next' } });
    expect(await connection.request('b', {}, text)).toEqual({ text: 'next' });
  });

  it('fail when the output ends, with the reason, then and later', async () => {
    const peer = createPeer();
    const connection = connect(peer);
    const reply = connection.request('a', {}, text);
    peer.end();
    await expect(reply).rejects.toThrow('it ended');
    await expect(connection.request('b', {}, text)).rejects.toThrow('it ended');
    expect(connection.isOver()).toBe(true);
    expect(await connection.lost).toMatchObject({ message: 'it ended' });
  });

  it('fail at once where the process may not be given so much', async () => {
    const peer = createPeer();
    const connection = connect({
      ...peer,
      write: async () => Promise.reject(new CoAgentError('INPUT_LIMIT', 'too much')),
    });
    await expect(connection.request('a', {}, text)).rejects.toThrow('too much');
  });

  it('leave a closed pipe to the end of the output to explain', async () => {
    const peer = createPeer();
    const connection = connect({
      ...peer,
      write: async () => Promise.reject(new CoAgentError('PROCESS_ERROR', 'closed pipe')),
    });
    const reply = connection.request('a', {}, text);
    peer.end();
    await expect(reply).rejects.toThrow('it ended');
  });
});

describe('lists', () => {
  it('are read page by page', async () => {
    const peer = createPeer(({ id, params }) => {
      const { cursor } = z.object({ cursor: z.string().optional() }).parse(params);
      const result =
        cursor === undefined ? { data: [{ text: 'a' }], nextCursor: 'p2' } : { data: [{ text: 'b' }] };
      return { id, result };
    });
    expect(await connect(peer).list('l', { limit: 1 }, text)).toEqual([{ text: 'a' }, { text: 'b' }]);
    expect(peer.sent.map(({ params }) => params)).toEqual([{ limit: 1 }, { limit: 1, cursor: 'p2' }]);
  });

  it.each([
    [PAGES_MAX, true],
    [PAGES_MAX + 1, false],
  ])('of %d pages are read: %s', async (pages, isRead) => {
    const peer = createPeer(({ id }) => ({
      id,
      result: { data: [], nextCursor: Number(id) < pages ? 'more' : null },
    }));
    const read = connect(peer).list('l', {}, text);
    await (isRead
      ? expect(read).resolves.toEqual([])
      : expect(read).rejects.toMatchObject({ code: 'PROTOCOL_ERROR' }));
  });

  it('refuse a row that is malformed', async () => {
    const peer = createPeer(({ id }) => ({ id, result: { data: [{}] } }));
    await expect(connect(peer).list('l', {}, text)).rejects.toThrow('a malformed row of l (text)');
  });
});

describe('what the server sends by itself', () => {
  it('reaches the listener in order', async () => {
    const peer = createPeer();
    const listener = jest.fn<(method: string, params: unknown) => void>();
    const connection = connect(peer, listener);
    peer.push({ method: 'a', params: { n: 1 } });
    peer.push({ method: 'b' });
    peer.end();
    await connection.lost;
    expect(listener.mock.calls).toEqual([
      ['a', { n: 1 }],
      ['b', undefined],
    ]);
  });

  it('ends the connection where the listener throws', async () => {
    const peer = createPeer();
    const connection = connect(peer, () => {
      throw new CoAgentError('PROTOCOL_ERROR', 'malformed');
    });
    peer.push({ method: 'a' });
    expect(await connection.lost).toMatchObject({ message: 'malformed' });
  });

  it('ends the connection where it is no message', async () => {
    const peer = createPeer();
    const connection = connect(peer);
    const reply = connection.request('a', {}, text);
    peer.push('thread main panicked');
    await expect(reply).rejects.toMatchObject({ code: 'PROTOCOL_ERROR' });
  });

  it('is refused at once where it is a request, under its own id', async () => {
    const peer = createPeer();
    const connection = connect(peer);
    peer.push({ id: 0, method: 'item/commandExecution/requestApproval', params: {} });
    peer.push({ id: 'x', method: 'attestation/generate' });
    peer.end();
    await connection.lost;
    expect(peer.sent).toEqual([
      { id: 0, result: { decision: 'decline' } },
      { id: 'x', error: { code: -32601, message: 'attestation/generate is not supported' } },
    ]);
  });
});
