import { readFileSync } from 'node:fs';

import { AGENT_IDS, descendantsOf } from '@coagent8/testing';
import type { AgentId, McpServer } from '@coagent8/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import { createFullWorld, startTurns } from './all-agents.js';
import type { FullWorld } from './all-agents.js';
import { asking, call } from './installed-server.js';

/** How much memory a turn may leave with the server, in KiB. */
const LEFT_MAX_KIB = 2 * 1024;
/** Longest wait of a client for what needs no agent. */
const PROMPT_REPLY_MS = 500;

let world: FullWorld;
beforeAll(async () => {
  world = await createFullWorld();
});
afterAll(() => world.remove());

/** Asks for `count` turns at once, each for words of its own; gives what was asked for and the first line of each answer. */
async function askAtOnce(server: McpServer, backend: AgentId, count: number) {
  const words = Array.from({ length: count }, (_, index) => `Answer ${index} of ${count}.`);
  const results = await Promise.all(words.map((word) => call(server, asking('say', word, { backend }))));
  return { words, answers: results.map(({ text }) => text.split('\n')[0]) };
}

describe('turns at once on one server', () => {
  it.each<[AgentId, number]>([
    ['codex', 4],
    ['claude', 4],
    ['agy', 32],
  ])('of %s, %d: each has its own answer, and no process is left', async (agent, count) => {
    const server = await world.serve();
    const { words, answers } = await askAtOnce(server, agent, count);
    expect(answers).toEqual(words);
    expect(descendantsOf(server.pid ?? 0)).toEqual([]);
  });

  it('leave little memory behind', async () => {
    const server = await world.serve();
    await askAtOnce(server, 'agy', 16);
    const before = residentKib(server.pid);
    await askAtOnce(server, 'agy', 32);
    expect((residentKib(server.pid) - before) / 32).toBeLessThan(LEFT_MAX_KIB);
  });

  it('keep no client waiting', async () => {
    const server = await world.serve();
    await startTurns(world, server, () => asking('hang'));
    const times = { ping: Infinity, list: Infinity, start: Infinity };
    for (let attempt = 0; attempt < 5; attempt++) {
      times.ping = Math.min(times.ping, await millisecondsOf(server.request('ping')));
      times.list = Math.min(times.list, await millisecondsOf(server.request('tools/list')));
      times.start = Math.min(times.start, await millisecondsOf(world.serve()));
    }
    expect(Object.entries(times).filter(([, time]) => time >= PROMPT_REPLY_MS)).toEqual([]);
  });

  it('of all agents, are independent of one another', async () => {
    const server = await world.serve();
    const [first, ...others] = await startTurns(world, server, (agent) =>
      agent === AGENT_IDS[0] ? asking('hang') : asking('late', '2000'),
    );
    server.notify('notifications/cancelled', { requestId: first?.sent.id });
    for (const { sent } of others) {
      const { result } = await sent.reply;
      expect(result).toMatchObject({ isError: false });
    }
  });
});

function residentKib(pid = 0): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

async function millisecondsOf(work: Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work;
  return performance.now() - startedAt;
}
