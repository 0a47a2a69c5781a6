import type { TurnHost, TurnOperations, TurnRequest } from '@coagent8/contracts';
import { afterEach, describe, expect, it, jest } from '@jest/globals';

import { ROOTS_MAX_WAIT_MS } from '../src/roots.js';
import { answered, openWire } from './wire.js';
import type { Message } from './wire.js';

/** A client whose answer to `roots/list` a test sets. */
async function openClient(capabilities: object, answer: (message: Message) => object | undefined) {
  const requests: TurnRequest[] = [];
  const run = async (request: TurnRequest) => {
    requests.push(request);
    return answered('Yes.');
  };
  const wire = openWire({ run, capabilities, answer });
  await wire.initialize();
  return { wire, requests, rootsOf: (index: number) => requests[index]?.origin.roots };
}

const asked = ({ received }: { received: Message[] }) =>
  received.filter(({ method }) => method === 'roots/list').length;

afterEach(() => {
  jest.useRealTimers();
});

describe('client roots', () => {
  it('reach the request as paths, as they are at that moment', async () => {
    let uris = ['file:///srv/one', 'file:///srv/with%20space'];
    const { wire, rootsOf } = await openClient({ roots: { listChanged: true } }, () => ({
      roots: uris.map((uri) => ({ uri, name: 'x' })),
    }));
    await wire.consult({ proposal: 'p' }).reply;
    uris = ['file:///srv/two'];
    wire.notify('notifications/roots/list_changed');
    await wire.consult({ proposal: 'p' }).reply;
    expect([rootsOf(0), rootsOf(1)]).toEqual([['/srv/one', '/srv/with space'], ['/srv/two']]);
  });

  it.each([
    ['no roots', { roots: [] }],
    ['another scheme', { roots: [{ uri: 'vscode-remote://ssh/srv' }, { uri: 'nonsense' }] }],
    ['a malformed answer', { roots: 'none' }],
  ])('are none when the client answers with %s', async (_, result) => {
    const { wire, rootsOf } = await openClient({ roots: {} }, () => result);
    await wire.consult({ proposal: 'p' }).reply;
    expect(rootsOf(0)).toEqual([]);
  });

  it('are not asked for when the client has none, or the arguments are wrong', async () => {
    const without = await openClient({}, () => undefined);
    await without.wire.consult({ proposal: 'p' }).reply;
    expect([asked(without.wire), without.rootsOf(0)]).toEqual([0, []]);
    const refused = await openClient({ roots: {} }, () => undefined);
    await refused.wire.consult({}).reply;
    expect(asked(refused.wire)).toBe(0);
  });

  it('are none when the client does not answer in time', async () => {
    const { wire, rootsOf } = await openClient({ roots: {} }, () => undefined);
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const { reply } = wire.consult({ proposal: 'p' });
    await wire.next(({ method }) => method === 'roots/list');
    await jest.advanceTimersByTimeAsync(ROOTS_MAX_WAIT_MS - 1);
    expect(rootsOf(0)).toBeUndefined();
    await jest.advanceTimersByTimeAsync(1);
    await reply;
    expect(rootsOf(0)).toEqual([]);
  });

  /** A client that never answers, and the host of its next turn. */
  async function openSilentClient() {
    const { promise: host, resolve } = Promise.withResolvers<TurnHost>();
    const run: TurnOperations['run'] = async (_, given) => (resolve(given), answered('Yes.'));
    const wire = openWire({ run, capabilities: { roots: {} }, answer: () => undefined });
    await wire.initialize();
    return { wire, host };
  }

  it('are waited for within the time limit, which counts from the call', async () => {
    const { wire, host } = await openSilentClient();
    const askedAt = performance.now();
    await wire.consult({ proposal: 'p', timeout_ms: 100 }).reply;
    expect(performance.now() - askedAt).toBeLessThan(1_000);
    expect((await host).startedAtMs! - askedAt).toBeLessThan(80);
  });

  it('are not waited for once the call is cancelled', async () => {
    const { wire, host } = await openSilentClient();
    const { id } = wire.consult({ proposal: 'p' });
    await wire.next(({ method }) => method === 'roots/list');
    const askedAt = performance.now();
    wire.notify('notifications/cancelled', { requestId: id });
    expect((await host).signal.aborted).toBe(true);
    await wire.next(({ method }) => method === 'notifications/cancelled');
    expect(performance.now() - askedAt).toBeLessThan(1_000);
  });

  it('once answered, are not cancelled with the call', async () => {
    const wire = openWire({
      run: (_, { signal }) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve(answered('')))),
      capabilities: { roots: {} },
      answer: () => ({ roots: [] }),
    });
    await wire.initialize();
    const call = wire.consult({ proposal: 'p' });
    await wire.next(({ method }) => method === 'roots/list');
    await wire.request('ping');
    wire.notify('notifications/cancelled', { requestId: call.id });
    await wire.request('ping');
    expect(wire.received.some(({ method }) => method === 'notifications/cancelled')).toBe(false);
  });
});
