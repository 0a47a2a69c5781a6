import { fileURLToPath } from 'node:url';

import { afterEach, describe, expect, it } from '@jest/globals';

import { isAlive, startMcpServer } from '../src/index.js';
import type { McpServer, McpServerOptions } from '../src/index.js';

const ECHO = fileURLToPath(new URL('fixtures/echo-server.mjs', import.meta.url));

let server: McpServer;
afterEach(async () => {
  server.kill('SIGKILL');
  await server.exited;
});

function start(options: Partial<McpServerOptions> = {}): McpServer {
  server = startMcpServer({
    command: process.execPath,
    args: [ECHO],
    env: {},
    cwd: process.cwd(),
    ...options,
  });
  return server;
}

describe('startMcpServer', () => {
  it('says in initialize what it can do, and nothing else', async () => {
    const { initialize } = start({ roots: () => [], clientName: 'a-client' });
    expect(await initialize('2025-03-26')).toMatchObject({
      result: {
        params: {
          protocolVersion: '2025-03-26',
          clientInfo: { name: 'a-client' },
          capabilities: { roots: { listChanged: true } },
        },
      },
    });
  });

  it('matches replies to requests and hears notifications', async () => {
    const { request, notify, onNotification } = start();
    const heard = new Promise((resolve) => onNotification(resolve));
    notify('news', { a: 1 });
    const replies = await Promise.all([request('first'), request('second')]);
    expect(replies.map(({ result }) => result)).toMatchObject([{ method: 'first' }, { method: 'second' }]);
    expect(await heard).toMatchObject({ method: 'heard/news', params: { a: 1 } });
  });

  it.each([
    ['roots/list', { roots: () => ['file:///a'] }, { roots: [{ uri: 'file:///a' }] }],
    ['elicitation/create', { elicit: () => ({ action: 'decline' }) }, { action: 'decline' }],
    ['ping', {}, {}],
    ['roots/list', {}, { code: -32601 }],
    ['elicitation/create', {}, { code: -32601 }],
  ])('answers %s with what it can do (%#)', async (method, options, result) => {
    expect(await start(options).request('ask', { method })).toMatchObject({ result });
  });

  it('keeps every line of stdout and tells which are no protocol', async () => {
    const { request, stdoutLines, strayLines } = start();
    await request('stray');
    expect(stdoutLines).toHaveLength(2);
    expect(strayLines()).toEqual(['a log line']);
  });

  it('rejects what was asked of a server that ends, and what is asked later', async () => {
    const { request } = start();
    await expect(request('exit')).rejects.toThrow('code 3');
    await expect(request('late')).rejects.toThrow('code 3');
  });

  it('rejects where the server cannot be started', async () => {
    const { request, exited } = start({ command: '/no/such/program' });
    await expect(request('hello')).rejects.toThrow('ENOENT');
    expect(await exited).toEqual({ code: null, signal: null });
  });

  it('ends a server by ending its stdin', async () => {
    expect(await start().close()).toEqual({ code: 0, signal: null });
  });

  it('kills a server that does not end', async () => {
    const { close, pid } = start({ args: ['-e', 'setInterval(() => {}, 1000)'] });
    expect(await close(50)).toEqual({ code: null, signal: 'SIGKILL' });
    expect(isAlive(pid!)).toBe(false);
  });
});
