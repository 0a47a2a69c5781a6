import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';

import { afterEach, describe, expect, it } from '@jest/globals';

import { descendantsOf, isAlive, openDescriptors, waitForDeath } from '../src/index.js';

const children: ChildProcessWithoutNullStreams[] = [];
afterEach(async () => {
  for (const child of children.splice(0)) {
    process.kill(-child.pid!, 'SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
});

/** Starts a shell in a group of its own; gives its id and the number that it prints first. */
async function shell(script: string): Promise<{ pid: number; printed: number }> {
  const child = spawn('/bin/sh', ['-c', script], { detached: true });
  children.push(child);
  const [printed] = await once(child.stdout, 'data');
  return { pid: child.pid!, printed: Number(String(printed)) };
}

describe('isAlive', () => {
  it('tells a running process from one that never was', async () => {
    const { pid } = await shell('echo 0; exec sleep 60');
    expect(isAlive(pid)).toBe(true);
    expect(isAlive(2 ** 22 + 1)).toBe(false);
  });

  it('takes a zombie for dead', async () => {
    const { printed: zombie } = await shell('sleep 1 & echo $!; exec sleep 60'); // which does not collect it
    expect(await waitForDeath(zombie, 5000)).toBe(true);
    expect(() => process.kill(zombie, 0)).not.toThrow();
  });
});

describe('waitForDeath', () => {
  it('says when the process outlives the wait', async () => {
    const { pid } = await shell('echo 0; exec sleep 60');
    expect(await waitForDeath(pid, 50)).toBe(false);
  });
});

describe('descendantsOf', () => {
  it('finds grandchildren', async () => {
    const { pid, printed: child } = await shell('sh -c "sleep 60 & wait" & echo $!; wait');
    let found = descendantsOf(pid);
    while (found.length < 2) found = descendantsOf(pid);
    expect(found[0]).toBe(child);
    expect(found).toHaveLength(2);
  });
});

describe('openDescriptors', () => {
  it('counts one more for each file that is opened', () => {
    const before = openDescriptors();
    const descriptor = openSync('/dev/null', 'r');
    expect(openDescriptors()).toBe(before + 1);
    closeSync(descriptor);
    expect(openDescriptors()).toBe(before);
  });
});
