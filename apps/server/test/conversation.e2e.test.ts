import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

import { AGENT_IDS } from '@coagent8/testing';
import type { JsonRpcMessage } from '@coagent8/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { createFullWorld, startTurns } from './all-agents.js';
import type { FullWorld } from './all-agents.js';
import { asking, installedEntry, resultOf } from './installed-server.js';

let world: FullWorld;
let child: ChildProcess | undefined;
beforeAll(async () => {
  world = await createFullWorld();
});
afterAll(async () => {
  child?.kill('SIGKILL');
  await world.remove();
});

interface Note {
  readonly progressToken: string;
  readonly progress: number;
}

describe('progress', () => {
  it('is never silent for ten seconds while an agent is, and ends with the result', async () => {
    const server = await world.serve();
    const startedAt = performance.now();
    const heard = new Map<string, { at: number; progress: number }[]>(AGENT_IDS.map((id) => [id, []]));
    server.onNotification(({ method, params }) => {
      if (method !== 'notifications/progress') return;
      const { progressToken, progress } = params as Note;
      heard.get(progressToken)?.push({ at: performance.now() - startedAt, progress });
    });
    const turns = await startTurns(world, server, (agent) => ({
      ...asking('hang', undefined, { timeout_ms: 17_000 }),
      _meta: { progressToken: agent },
    }));
    const results = await Promise.all(turns.map(async ({ sent }) => resultOf(await sent.reply)));
    const endedAt = performance.now() - startedAt;
    expect(results.map(({ text }) => text.split(':')[0])).toEqual(AGENT_IDS.map(() => '> TIMEOUT'));
    const counts = [...heard.values()].map((notes) => notes.length);
    await delay(700);
    expect([...heard.values()].map((notes) => notes.length)).toEqual(counts);
    for (const notes of heard.values()) {
      const times = [0, ...notes.map(({ at }) => at), endedAt];
      const silences = times.slice(1).map((time, index) => time - (times[index] ?? 0));
      expect(Math.max(...silences)).toBeLessThan(10_000);
      expect(notes.map(({ progress }) => progress)).toEqual(notes.map((_, index) => index + 1));
    }
  });
});

describe('a client that talks nonsense', () => {
  const NONSENSE = [
    'this is no JSON',
    '{"jsonrpc":"2.0","id":',
    '[]',
    'null',
    '{"jsonrpc":"1.0","id":77,"method":"ping"}',
    '{"jsonrpc":"2.0","id":{},"method":"ping"}',
    '{"jsonrpc":"2.0","id":78}',
    '{"jsonrpc":"2.0","id":79,"result":{}}',
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}',
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{}}',
    '{"jsonrpc":"2.0","method":"notifications/cancelled"}',
    '{"jsonrpc":"2.0","method":"notifications/no-such-thing"}',
    '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}',
    '\u0000\u001b[2J\ud800',
    '',
  ];

  it('gets the answer of its turn all the same, and can ask again', async () => {
    const server = spawn(process.execPath, [installedEntry()], {
      cwd: world.workspace.path,
      env: world.variables,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child = server;
    const received = new Map<unknown, JsonRpcMessage>();
    const waiting = new Map<unknown, () => void>();
    createInterface({ input: server.stdout }).on('line', (line) => {
      const message: JsonRpcMessage = JSON.parse(line);
      if (message.method !== undefined) return;
      received.set(message.id, message);
      waiting.get(message.id)?.();
    });
    const write = (line: string) => server.stdin.write(`${line}\n`);
    const ask = (id: number, method: string, params?: unknown) => {
      write(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
      return new Promise<JsonRpcMessage>((resolve) => {
        waiting.set(id, () => resolve(received.get(id) ?? {}));
      });
    };
    const cancel = (requestId: number) =>
      write(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }));

    const clientInfo = { name: 'x', version: '0' };
    await ask(1, 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
    const answers = AGENT_IDS.map((backend, index) =>
      ask(10 + index, 'tools/call', asking('late', '1000', { backend })),
    );
    NONSENSE.forEach(write);
    for (const answer of await Promise.all(answers)) expect(resultOf(answer).isError).toBe(false);
    for (const index of AGENT_IDS.keys()) cancel(10 + index);
    NONSENSE.forEach(write);
    expect((await ask(20, 'no/such/method')).error?.code).toBe(-32601);
    expect((await ask(21, 'server/discover')).error?.code).toBe(-32601);
    expect(
      resultOf(await ask(22, 'tools/call', asking('answer', undefined, { backend: 'agy' }))).isError,
    ).toBe(false);
    server.stdin.end();
    expect(await once(server, 'exit')).toEqual([0, null]);
  });
});
