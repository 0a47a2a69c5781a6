import type { runToEnd, StopReason } from '@coagent8/runtime';
import { CoAgentError } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';

import { createFlagsProbe, flagsOf } from './probe-flags.js';

const NEEDED = '--restricted --strict-mcp-config --disable-slash-commands --permission-mode --tools';
const command = { file: '/nowhere/claude', cwd: '/workspace', env: {} };

/** A `--help` that prints `stdout`, and how often it ran. */
function createHelp(
  stdout: string,
  { exitCode = 0, diagnostics = '', pipeHeld = false, stopReason = 'exit' as StopReason } = {},
) {
  const calls: (readonly string[])[] = [];
  const folders: string[] = [];
  const run: typeof runToEnd = async ({ args, cwd }) => {
    calls.push(args);
    folders.push(cwd);
    return {
      stdout,
      truncated: false,
      stopReason,
      end: {
        ...{ pid: 1, exitCode, signal: null, diagnostics, diagnosticsTruncated: false },
        remains: { groupAlive: false, pipeHeld },
      },
    };
  };
  return { calls, folders, run };
}

const { signal } = new AbortController();

describe('flagsOf', () => {
  it('finds the flags of a help text', () => {
    const help = `  -p, --print   Print (see --output-format)\n  --allowed-tools, --allowedTools <tools...>\n a--no --`;
    expect([...flagsOf(help)]).toEqual(['--print', '--output-format', '--allowed-tools', '--allowed']);
  });
});

describe('createFlagsProbe', () => {
  it('asks once for each file, and anew where the answer has proved wrong', async () => {
    const { run, calls } = createHelp(`${NEEDED} --permission-prompts`);
    const probe = createFlagsProbe(run);
    expect((await probe(command, { signal })).has('--permission-prompts')).toBe(true);
    await probe(command, { signal });
    expect(calls).toEqual([['--help']]);
    await probe(command, { signal, isStale: true });
    await probe(command, { signal });
    expect(calls).toHaveLength(2);
    await probe({ ...command, file: '/nowhere/else' }, { signal });
    expect(calls).toHaveLength(3);
  });

  it('starts nothing in the workspace', async () => {
    const { run, folders } = createHelp(NEEDED);
    await createFlagsProbe(run)(command, { signal });
    expect(folders).toEqual(['/nowhere']);
  });

  it.each(NEEDED.split(' '))('tells a version without %s', async (flag) => {
    const { run } = createHelp(
      NEEDED.split(' ')
        .filter((each) => each !== flag)
        .join(' '),
    );
    await expect(createFlagsProbe(run)(command, { signal })).rejects.toMatchObject({
      code: 'CLI_UNSUPPORTED',
      message: `this Claude Code is too old: it has no ${flag}`,
      remedy: 'update it to 2.1.248 or newer',
    });
  });

  it('tells a program that prints no help', async () => {
    const { run } = createHelp('', { exitCode: 2, diagnostics: 'broken' });
    await expect(createFlagsProbe(run)(command, { signal })).rejects.toMatchObject({
      code: 'PROCESS_ERROR',
      message: 'Claude Code exited with code 2: broken',
    });
  });

  it.each(['', 'Welcome to something else.\n'])('does not call one old that prints %j', async (stdout) => {
    await expect(createFlagsProbe(createHelp(stdout).run)(command, { signal })).rejects.toMatchObject({
      code: 'PROTOCOL_ERROR',
      message: 'Claude Code printed no help for --help',
    });
  });

  it('tells what is left of a program that does not answer', async () => {
    const left =
      /^Claude Code did not answer --help within 120 s; a process of unknown id that left group 1 may/;
    const { run } = createHelp('', { stopReason: 'timeout', pipeHeld: true });
    await expect(createFlagsProbe(run)(command, { signal })).rejects.toThrow(left);
  });

  it('tells it to a caller that goes away, too', async () => {
    const caller = new AbortController();
    const { run } = createHelp(NEEDED, { stopReason: 'cancelled', pipeHeld: true });
    const leaving: typeof run = async (program, limits) => {
      const stopped = new Promise((resolve) => limits.signal?.addEventListener('abort', resolve));
      setImmediate(() => caller.abort(new CoAgentError('TIMEOUT', 'too late')));
      await stopped;
      return run(program, limits);
    };
    await expect(createFlagsProbe(leaving)(command, { signal: caller.signal })).rejects.toMatchObject({
      code: 'TIMEOUT',
      message: expect.stringMatching(
        /^too late; a process of unknown id that left group 1 may still be alive/,
      ),
    });
  });

  it('keeps no failure', async () => {
    const { run, calls } = createHelp('--print');
    const probe = createFlagsProbe(run);
    await expect(probe(command, { signal })).rejects.toThrow();
    await expect(probe(command, { signal })).rejects.toThrow();
    expect(calls).toHaveLength(2);
  });
});
