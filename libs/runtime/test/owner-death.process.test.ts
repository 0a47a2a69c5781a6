import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, describe, expect, it } from '@jest/globals';

import { descendantsOf, isAlive, waitForDeath } from '@coagent8/testing';

import { shell, sourceFixture, start, stopAll } from './fixture-command.js';

const OBEDIENT = 'sleep 60 & echo $$ $!; wait';
const STUBBORN = `trap "" TERM; sh -c "while :; do sleep 0.1; done" & echo $$ $!; while :; do sleep 0.1; done`;

let owner: ChildProcess | undefined;
let owned: number[] = [];

afterEach(stopAll);
afterEach(async () => {
  if (owner !== undefined && owner.exitCode === null && owner.signalCode === null) {
    owner.kill('SIGKILL');
    await once(owner, 'exit');
  }
  for (const pid of owned) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  owner = undefined;
  owned = [];
});

function startFixture({ file, args, env }: ReturnType<typeof sourceFixture>) {
  const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  owner = child;
  return child;
}

function openFiles(pid = NaN): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${name}`)];
    } catch {
      return [];
    }
  });
}

/** The shell sets its traps when it has started, which no event tells. */
function ignoresTerm(pid: number): boolean {
  const mask = /^SigIgn:\s*(\w+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '';
  return (BigInt(`0x${mask}`) & (1n << 14n)) !== 0n;
}

/** Starts an owner, and notes the ids of the processes that it owns. */
async function startOwner(...args: string[]) {
  const child = startFixture(sourceFixture('owner.mjs', ...args));
  const [line] = await once(createInterface(child.stdout), 'line');
  owned = String(line).split(' ').map(Number);
  return child;
}

describe('when the owner dies', () => {
  it('by SIGKILL, agent and grandchild die within two seconds', async () => {
    const child = await startOwner(OBEDIENT);
    expect(owned.map(isAlive)).toEqual([true, true]);
    child.kill('SIGKILL');
    expect(await Promise.all(owned.map((pid) => waitForDeath(pid, 2_000)))).toEqual([true, true]);
  });

  it('so do those that ignore SIGTERM', async () => {
    const child = await startOwner(STUBBORN);
    child.kill('SIGKILL');
    expect(await Promise.all(owned.map((pid) => waitForDeath(pid, 10_000)))).toEqual([true, true]);
  });

  it('by exiting, they die as well', async () => {
    await startOwner(OBEDIENT, 'exit');
    expect(await Promise.all(owned.map((pid) => waitForDeath(pid, 10_000)))).toEqual([true, true]);
  });
});

describe('the watchdog', () => {
  it('is gone with the process it watched', async () => {
    const running = await start(shell('read line'));
    expect(descendantsOf(process.pid)).toHaveLength(2);
    running.endInput();
    await running.ended;
    expect(descendantsOf(process.pid)).toEqual([]);
  });

  it('is gone when nothing could be started', async () => {
    for (const argument of ['a\0b', 'x'.repeat(5_000_000)]) {
      const failure = start({ ...shell(''), args: [argument] });
      await expect(failure).rejects.toMatchObject({ code: 'PROCESS_ERROR' });
    }
    expect(descendantsOf(process.pid)).toEqual([]);
  });

  it('outlives the signals that a host sends to all of us', async () => {
    const running = await start(shell('read line'));
    const watchdog = descendantsOf(process.pid).find((pid) => pid !== running.pid) ?? NaN;
    while (!ignoresTerm(watchdog)) await delay(5);
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.kill(watchdog, signal);
    expect(await waitForDeath(watchdog, 200)).toBe(false);
    await running.stop();
    expect(isAlive(watchdog)).toBe(false);
  });

  it('holds no pipe of ours', async () => {
    const before = openFiles(process.pid);
    const first = await start(shell('read line'));
    const children = new Set(descendantsOf(process.pid));
    const second = await start(shell('read line'));
    const ours = openFiles(process.pid).filter((link) => !before.includes(link));
    const watchdog = descendantsOf(process.pid).find((pid) => !children.has(pid) && pid !== second.pid);
    expect(ours).not.toEqual([]);
    expect(openFiles(watchdog).filter((link) => ours.includes(link))).toEqual([]);
    await Promise.all([first.stop(), second.stop()]);
  });

  it('does not keep its owner running', async () => {
    const child = startFixture(sourceFixture('probe.mjs'));
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
  });
});
