import { describe, expect, it } from '@jest/globals';

import { INPUT_MAX_BYTES, runToEnd } from '../src/index.js';
import { fixture, shell } from './fixture-command.js';

const LIMITS = { stdoutMaxBytes: 1_000, timeoutMs: 60_000 };

describe('runToEnd', () => {
  it('collects output, diagnostics and the exit code', async () => {
    const run = await runToEnd(shell('echo out; echo err >&2; exit 3'), LIMITS);
    expect(run).toMatchObject({
      stdout: 'out\n',
      truncated: false,
      stopReason: 'exit',
      end: { exitCode: 3, diagnostics: 'err\n' },
    });
  });

  it('closes the input at once, or after what it is given', async () => {
    expect((await runToEnd(shell('cat; echo end'), LIMITS)).stdout).toBe('end\n');
    expect((await runToEnd(shell('cat; echo end'), { ...LIMITS, input: 'é\n' })).stdout).toBe('é\nend\n');
  });

  it('takes as much input as a process may be given, and no more', async () => {
    const run = await runToEnd(fixture('digest-input.mjs'), {
      ...LIMITS,
      input: 'x'.repeat(INPUT_MAX_BYTES),
    });
    expect(run.stdout).toMatch(`${INPUT_MAX_BYTES} `);
    await expect(
      runToEnd(fixture('digest-input.mjs'), { ...LIMITS, input: 'x'.repeat(INPUT_MAX_BYTES + 1) }),
    ).rejects.toMatchObject({ code: 'INPUT_LIMIT' });
  });

  it('does not mind a program that wants no input', async () => {
    const run = await runToEnd(shell('echo unread'), { ...LIMITS, input: 'x'.repeat(1_000_000) });
    expect(run).toMatchObject({ stdout: 'unread\n', stopReason: 'exit', end: { exitCode: 0 } });
  });

  it('stops a program that prints too much', async () => {
    const run = await runToEnd(shell('while :; do echo 0123456789; done'), LIMITS);
    expect(run).toMatchObject({ truncated: true, stopReason: 'limit', end: { exitCode: null } });
    expect(run.stdout).toHaveLength(LIMITS.stdoutMaxBytes);
  });

  it.each([
    [999, false, 999],
    [1_000, false, 1_000],
    [1_001, true, 1_000],
  ])('with %i bytes of output: truncated is %s', async (bytes, truncated, kept) => {
    const run = await runToEnd(fixture('print.mjs', String(bytes), '0', '', '0'), LIMITS);
    expect(run.truncated).toBe(truncated);
    expect(run.stdout).toHaveLength(kept);
  });

  it('cuts no character in two', async () => {
    const run = await runToEnd(shell("printf 'a€€'"), { ...LIMITS, stdoutMaxBytes: 6 });
    expect(run).toMatchObject({ stdout: 'a€', truncated: true });
  });

  it('stops at the time limit and keeps what was printed', async () => {
    const run = await runToEnd(shell('echo partial; exec sleep 60'), { ...LIMITS, timeoutMs: 1_500 });
    expect(run).toMatchObject({ stdout: 'partial\n', stopReason: 'timeout', end: { exitCode: null } });
  });

  it('stops when it is cancelled', async () => {
    const controller = new AbortController();
    const run = runToEnd(shell('exec sleep 60'), { ...LIMITS, signal: controller.signal });
    controller.abort();
    expect(await run).toMatchObject({ stopReason: 'cancelled', end: { exitCode: null } });
  });

  it('starts nothing that was cancelled before', async () => {
    const options = { ...LIMITS, signal: AbortSignal.abort() };
    await expect(runToEnd(shell('exit'), options)).rejects.toMatchObject({ code: 'ABORTED' });
  });

  it('records the first reason only: an exit is not made a timeout by the drain', async () => {
    const run = await runToEnd(shell('sleep 60 & echo out'), { ...LIMITS, timeoutMs: 1_500 });
    expect(run).toMatchObject({ stdout: 'out\n', stopReason: 'exit', end: { exitCode: 0, signal: null } });
  });
});
