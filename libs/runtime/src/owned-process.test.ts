import { ChildProcess } from 'node:child_process';
import { PassThrough } from 'node:stream';

import { describe, expect, it } from '@jest/globals';

import { describeRemains, ownProcess } from './owned-process.js';

/** A process that runs nowhere, and the signals that its group got. */
function pretend({ groupAlive }: { groupAlive: boolean }) {
  const child = new ChildProcess();
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const sent: string[] = [];
  const group = { send: (signal: string) => void sent.push(signal), isAlive: async () => groupAlive };
  const watchdog = { guard: () => undefined, release: async () => void sent.push('released') };
  const owned = ownProcess({ file: 'agent', pid: 12, child, stdin, stdout, stderr, group, watchdog });
  return { child, owned, sent };
}

describe('ownProcess', () => {
  it('signals nobody once the end has been settled, whoever has the id by then', async () => {
    const { child, owned, sent } = pretend({ groupAlive: true });
    child.emit('exit');
    child.emit('close');
    expect((await owned.ended).remains).toEqual({ groupAlive: true, pipeHeld: false });
    await owned.stop();
    expect(sent).toEqual(['SIGKILL', 'released']);
  });

  it('gives up on a process that nothing ends', async () => {
    const { owned, sent } = pretend({ groupAlive: true });
    expect(await owned.stop({ graceMs: 0 })).toMatchObject({
      exitCode: null,
      signal: null,
      remains: { groupAlive: true, pipeHeld: true },
    });
    expect(sent).toEqual(['SIGTERM', 'SIGKILL', 'released']);
  });
});

const end = {
  pid: 12,
  exitCode: 0,
  signal: null,
  diagnostics: '',
  diagnosticsTruncated: false,
  remains: { groupAlive: false, pipeHeld: false },
};

describe('describeRemains', () => {
  it('says nothing where nothing is known to be left', () => {
    expect(describeRemains(end)).toBeUndefined();
  });

  it('names the group, which may well be what holds the pipe', () => {
    const sentence = 'process group 12 may still be alive: it answered after it was killed';
    expect(describeRemains({ ...end, remains: { groupAlive: true, pipeHeld: false } })).toBe(sentence);
    expect(describeRemains({ ...end, remains: { groupAlive: true, pipeHeld: true } })).toBe(sentence);
  });

  it('names a process outside the group as unknown', () => {
    expect(describeRemains({ ...end, remains: { groupAlive: false, pipeHeld: true } })).toBe(
      'a process of unknown id that left group 12 may still be alive: it held the output after the end',
    );
  });
});
