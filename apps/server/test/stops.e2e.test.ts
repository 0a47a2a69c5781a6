import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { AGENT_IDS, descendantsOf, isAlive } from '@coagent8/testing';
import type { McpServer } from '@coagent8/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

import {
  askingForLong,
  createFullWorld,
  createMark,
  familyOf,
  startTurns,
  survivorsOf,
} from './all-agents.js';
import type { FullWorld } from './all-agents.js';
import { asking, call, installedEntry, resultOf } from './installed-server.js';

/** Longest time from a stop to the death of the last process. */
const STOPPED_WITHIN_MS = 3_500;
/** Most processor time that a server may use from a fault of its client's to its own end. */
const SPIN_MAX_MS = 1_500;

const HOST = fileURLToPath(new URL('fixtures/host.mjs', import.meta.url));
const WRAPPER = fileURLToPath(new URL('fixtures/wrapper.mjs', import.meta.url));
/** How a host may start a server. What stands in between has the pipes of the host, too. */
const COMMANDS: Readonly<Record<string, () => readonly string[]>> = {
  'by itself': () => [process.execPath, installedEntry()],
  'through a shell': () => ['/bin/sh', '-c', `'${process.execPath}' '${installedEntry()}'; true`],
  'through a program like npm exec': () => [process.execPath, WRAPPER, installedEntry()],
};

let world: FullWorld;
const children: ChildProcess[] = [];
beforeAll(async () => {
  world = await createFullWorld();
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await world.remove();
});

/** A running turn of each agent on a server, and all its processes. */
async function startLongTurns(server: Pick<McpServer, 'send' | 'pid'>, _meta?: object) {
  const mark = createMark();
  const more = _meta === undefined ? {} : { _meta };
  const turns = await startTurns(world, server, (agent) => ({ ...askingForLong(agent, mark), ...more }));
  return { turns, family: await familyOf(server, mark) };
}

describe('the turns of all agents end, with every process of theirs,', () => {
  it('when the host cancels them, and the server goes on', async () => {
    const server = await world.serve();
    const { turns, family } = await startLongTurns(server);
    for (const { sent } of turns) server.notify('notifications/cancelled', { requestId: sent.id });
    expect(await survivorsOf(family, STOPPED_WITHIN_MS)).toEqual([]);
    const answers = AGENT_IDS.map((backend) => call(server, asking('answer', undefined, { backend })));
    expect((await Promise.all(answers)).map(({ isError }) => isError)).toEqual([false, false, false]);
  });

  it('when their time is up, and keep what was said', async () => {
    const server = await world.serve();
    const turns = await startTurns(world, server, () => asking('slow', undefined, { timeout_ms: 12_000 }));
    for (const { sent } of turns) {
      const { text, isError } = resultOf(await sent.reply);
      expect(isError).toBe(true);
      expect(text).toMatch(/^> TIMEOUT: no end within the time limit of 12000 ms/);
      expect(text).toMatch(/\n\nPartial response:\n\nword word/);
      expect(Number(/· (\d+\.\d) s ·/.exec(text)?.[1])).toBeLessThan(13.5);
    }
    expect(descendantsOf(server.pid ?? 0)).toEqual([]);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const)('with %s', async (signal) => {
    const server = await world.serve();
    const { family } = await startLongTurns(server);
    server.kill(signal);
    expect(await survivorsOf([server.pid ?? 0, ...family], STOPPED_WITHIN_MS)).toEqual([]);
  });

  it('when the host closes stdin', async () => {
    const server = await world.serve();
    const { turns, family } = await startLongTurns(server);
    const exit = server.close(10_000);
    expect(await survivorsOf([server.pid ?? 0, ...family], STOPPED_WITHIN_MS)).toEqual([]);
    expect(await exit).toEqual({ code: 0, signal: null });
    for (const { sent } of turns) {
      expect(resultOf(await sent.reply).text).toMatch(/^> ABORTED: the caller cancelled the request; /);
    }
  });
});

describe('the host of a server', () => {
  /** A server whose pipes a test holds itself. */
  async function serve() {
    const child = spawn(process.execPath, [installedEntry()], {
      cwd: world.workspace.path,
      env: world.variables,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    children.push(child);
    child.stdin.on('error', () => undefined);
    let lastId = 0;
    const send = (method: string, params?: unknown) => {
      const id = ++lastId;
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
      return { id, reply: new Promise<never>(() => undefined) };
    };
    send('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'x', version: '0' },
    });
    await once(child.stdout, 'readable');
    return { child, pid: child.pid ?? 0, send };
  }

  it('may close stdout while the server writes: it ends, and does not spin', async () => {
    const { child, pid, send } = await serve();
    const { family } = await startLongTurns({ pid, send }, { progressToken: 1 });
    child.stdout.destroy();
    const before = processorMs(pid);
    let used = 0;
    const pinging = setInterval(() => {
      send('ping');
      if (isAlive(pid)) used = processorMs(pid) - before;
    }, 20);
    expect(await survivorsOf([pid, ...family], STOPPED_WITHIN_MS)).toEqual([]);
    clearInterval(pinging);
    expect(used).toBeLessThan(SPIN_MAX_MS);
  });

  it.each(['stdin closes', 'SIGTERM comes'])('may never read: when %s, the server ends', async (how) => {
    const { child, pid, send } = await serve();
    for (let count = 0; count < 4_000; count++) send('tools/list');
    const { family } = await startLongTurns({ pid, send }, { progressToken: 1 });
    if (how === 'SIGTERM comes') child.kill();
    else child.stdin.end();
    expect(await survivorsOf([pid, ...family], STOPPED_WITHIN_MS)).toEqual([]);
    child.stdout.destroy();
  });

  /** A host with a turn of each agent under way, and all processes below it. */
  async function startHost(how: string) {
    const host = spawn(process.execPath, [HOST, ...(COMMANDS[how]?.() ?? [])], {
      cwd: world.workspace.path,
      env: world.variables,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    children.push(host);
    const send = (method: string, params?: unknown) => {
      host.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 2, method, params })}\n`);
      return { id: 2, reply: new Promise<never>(() => undefined) };
    };
    const { family } = await startLongTurns({ pid: host.pid, send });
    return { host, family };
  }

  it.each(Object.keys(COMMANDS))('may close stdin of a server started %s: all ends', async (how) => {
    const { host, family } = await startHost(how);
    host.stdin.end();
    expect(await survivorsOf(family, STOPPED_WITHIN_MS)).toEqual([]);
  });

  it.each(Object.keys(COMMANDS))('may be killed, with a server started %s: all ends', async (how) => {
    const { host, family } = await startHost(how);
    host.kill('SIGKILL');
    expect(await survivorsOf(family, STOPPED_WITHIN_MS)).toEqual([]);
  });

  it('may be killed: the turns of another host go on', async () => {
    const { host, family } = await startHost('by itself');
    const other = await world.serve();
    const turns = await startTurns(world, other, () => asking('late', '4000'));
    host.kill('SIGKILL');
    expect(await survivorsOf(family, STOPPED_WITHIN_MS)).toEqual([]);
    for (const { sent } of turns) {
      const { text, isError } = resultOf(await sent.reply);
      expect(isError).toBe(false);
      expect(text).toMatch(/^Hello from the model\.\n/);
    }
  });
});

/** Processor time that a process has used, in milliseconds. The kernel counts in hundredths of a second. */
function processorMs(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
