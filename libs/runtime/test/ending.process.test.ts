import { afterEach, describe, expect, it } from '@jest/globals';

import { isAlive, waitForDeath } from '@coagent8/testing';

import { describeRemains, DRAIN_MS } from '../src/index.js';
import type { OwnedProcess } from '../src/index.js';
import { shell, start, stopAll, textsOf } from './fixture-command.js';

/** Far below what the programs here would wait by themselves, far above what a busy machine needs. */
const SOON_MS = 10_000;

/** Leaves the group, and only then says who it is. */
const ESCAPE = `setsid sh -c 'echo $$; exec sleep 60'`;

const strays: number[] = [];

afterEach(stopAll);

afterEach(async () => {
  for (const pid of strays.splice(0)) {
    if (isAlive(pid)) process.kill(pid, 'SIGKILL');
    await waitForDeath(pid, SOON_MS);
  }
});

async function firstLine({ lines }: OwnedProcess): Promise<string> {
  for await (const { text } of lines) return text;
  throw new Error('nothing was printed');
}

describe('a process that ends by itself', () => {
  it('is answered for after the drain when a child of its holds the pipe', async () => {
    const running = await start(shell('sleep 60 & echo $!'));
    const since = performance.now();
    const end = await running.ended;
    expect(performance.now() - since).toBeLessThan(DRAIN_MS + 2_000);
    expect(end).toMatchObject({ exitCode: 0, signal: null, remains: { groupAlive: false, pipeHeld: false } });
    const [child] = await textsOf(running.lines);
    expect(isAlive(Number(child))).toBe(false);
    expect(describeRemains(end)).toBeUndefined();
  });

  it('takes a child with it that holds nothing, without waiting for the drain', async () => {
    const running = await start(shell('sleep 60 >/dev/null 2>&1 & echo $!'));
    const since = performance.now();
    const [child] = await textsOf(running.lines);
    await running.ended;
    expect(performance.now() - since).toBeLessThan(DRAIN_MS);
    expect(isAlive(Number(child))).toBe(false);
  });

  it('says so when a process outside its group holds the pipe', async () => {
    const running = await start(shell(`${ESCAPE} &`));
    const end = await running.ended;
    const [stray] = await textsOf(running.lines);
    strays.push(Number(stray));
    expect(isAlive(Number(stray))).toBe(true);
    expect(end).toMatchObject({ exitCode: 0, remains: { groupAlive: false, pipeHeld: true } });
    expect(describeRemains(end)).toContain(`a process of unknown id that left group ${end.pid}`);
  });

  it('keeps what a child of its prints during the drain', async () => {
    const running = await start(shell('(sleep 0.2; echo late) & echo early'));
    expect(await textsOf(running.lines)).toEqual(['early', 'late']);
    expect((await running.ended).exitCode).toBe(0);
  });
});

describe('stop', () => {
  it('ends a process that obeys with SIGTERM alone', async () => {
    const running = await start(
      shell('trap "echo bye; exit 5" TERM; echo ready; while :; do sleep 0.1; done'),
    );
    const texts: string[] = [];
    for await (const { text } of running.lines) {
      texts.push(text);
      if (text === 'ready') void running.stop({ graceMs: SOON_MS });
    }
    expect(texts).toEqual(['ready', 'bye']);
    expect(await running.ended).toMatchObject({ exitCode: 5, signal: null });
  });

  it('kills a whole group that ignores SIGTERM', async () => {
    const running = await start(
      shell('trap "" TERM; sh -c "while :; do sleep 0.1; done" & echo $!; while :; do sleep 0.1; done'),
    );
    const child = Number(await firstLine(running));
    expect(isAlive(child)).toBe(true);
    const since = performance.now();
    const end = await running.stop();
    expect(performance.now() - since).toBeLessThan(SOON_MS);
    expect(end).toMatchObject({ exitCode: null, signal: 'SIGKILL', remains: { groupAlive: false } });
    expect([isAlive(running.pid), isAlive(child)]).toEqual([false, false]);
  });

  it('gives the rest of the group the same grace', async () => {
    const running = await start(
      shell(
        `sh -c 'trap "sleep 0.3; echo saved; exit" TERM; echo ready; while :; do sleep 0.1; done' & wait`,
      ),
    );
    const texts: string[] = [];
    for await (const { text } of running.lines) {
      texts.push(text);
      if (text === 'ready') void running.stop({ graceMs: SOON_MS });
    }
    expect(texts).toEqual(['ready', 'saved']);
  });

  it('does not drain what is held from outside the group', async () => {
    const running = await start(shell(`${ESCAPE} & wait`));
    strays.push(Number(await firstLine(running)));
    const since = performance.now();
    const end = await running.stop();
    expect(performance.now() - since).toBeLessThan(DRAIN_MS);
    expect(end).toMatchObject({ exitCode: null, remains: { pipeHeld: true } });
  });

  it('may be called again, at any time', async () => {
    const running = await start(shell('exec sleep 60'));
    const [first, second] = await Promise.all([running.stop(), running.stop({ graceMs: 0 })]);
    expect(second).toBe(first);
    expect(await running.stop()).toBe(first);
  });
});
