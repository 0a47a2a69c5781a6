import { CoAgentError } from '@coagent8/contracts';
import type { CompletedRun, runToEnd } from '@coagent8/runtime';
import { describe, expect, it } from '@jest/globals';

import { createCliProbe, flagsOf } from './probe-cli.js';
import { NEEDED_FLAGS } from './profile.js';

const HELP = `Usage of agy:\n${NEEDED_FLAGS.map((name) => `  --${name}  (needs --other)\n`).join('')}  -c  Alias\n`;

/** A `runToEnd` that plays a program, and the arguments it was started with. */
function scripted(answers: Readonly<Record<string, Partial<CompletedRun>>>) {
  const started: string[] = [];
  const run: typeof runToEnd = async ({ args: [flag = ''] }) => {
    started.push(flag);
    return {
      ...{ stdout: '', truncated: false, stopReason: 'exit' },
      end: {
        ...{ pid: 1, exitCode: 0, signal: null, diagnostics: '', diagnosticsTruncated: false },
        remains: { groupAlive: false, pipeHeld: false },
      },
      ...answers[flag],
    };
  };
  return { run, started };
}

const command = { file: '/usr/bin/agy', env: {} };
const signal = new AbortController().signal;
const sound = { '--help': { stdout: HELP }, '--version': { stdout: '1.2.16\n' } };

describe('the probe of a program', () => {
  it('tells version and flags, and asks once', async () => {
    const { run, started } = scripted(sound);
    const probe = createCliProbe(run);
    const cli = await probe(command, signal);
    await probe(command, signal);
    expect(cli.version).toBe('1.2.16');
    expect([...cli.flags]).toEqual([...NEEDED_FLAGS, 'c']);
    expect(started.sort()).toEqual(['--help', '--version']);
  });

  it.each(NEEDED_FLAGS)('refuses one without --%s', async (name) => {
    const stdout = HELP.replace(`--${name} `, '--renamed ');
    const { run } = scripted({ ...sound, '--help': { stdout } });
    await expect(createCliProbe(run)(command, signal)).rejects.toMatchObject({
      code: 'CLI_UNSUPPORTED',
      message: `agy 1.2.16 is too old: it has no --${name}`,
      details: { agentVersion: '1.2.16' },
    });
  });

  it('does not call one old that is broken, or no agy at all', async () => {
    const end = (
      await scripted({}).run({ ...command, args: [], cwd: '/' }, { stdoutMaxBytes: 1, timeoutMs: 1 })
    ).end;
    const probe = (help: Partial<CompletedRun>) =>
      createCliProbe(scripted({ ...sound, '--help': help }).run)(command, signal);
    await expect(probe({ stdout: 'Hello.\n  --other  x\n' })).rejects.toMatchObject({
      code: 'PROTOCOL_ERROR',
      message: 'agy printed no help for --help',
    });
    await expect(
      probe({ end: { ...end, exitCode: 127, diagnostics: 'no such library' } }),
    ).rejects.toMatchObject({
      code: 'PROCESS_ERROR',
      message: 'agy exited with code 127: no such library',
    });
  });

  it('is patient, within a bound', async () => {
    const { run } = scripted({ ...sound, '--version': { stopReason: 'timeout' } });
    await expect(createCliProbe(run)(command, signal)).rejects.toMatchObject({ code: 'PROTOCOL_ERROR' });
  });

  it('does without a version, and reads help on either output', async () => {
    const end = {
      ...(await scripted({}).run({ ...command, args: [], cwd: '/' }, { stdoutMaxBytes: 1, timeoutMs: 1 }))
        .end,
    };
    const { run } = scripted({
      '--help': { end: { ...end, diagnostics: HELP } },
      '--version': { stdout: 'unknown' },
    });
    const { version, flags } = await createCliProbe(run)(command, signal);
    expect([version, flags.has('sandbox')]).toEqual([undefined, true]);
  });

  it('tells what it has left behind, and asks again', async () => {
    const left = await scripted({}).run(
      { ...command, args: [], cwd: '/' },
      { stdoutMaxBytes: 1, timeoutMs: 1 },
    );
    const end = { ...left.end, remains: { groupAlive: true, pipeHeld: false } };
    const { run, started } = scripted({ ...sound, '--help': { stdout: HELP, end } });
    const probe = createCliProbe(run);
    expect((await probe(command, signal)).remains).toMatch(/^process group 1 may still be alive/);
    await probe(command, signal);
    expect(started).toHaveLength(4);
    const late = scripted({ ...sound, '--help': { stopReason: 'timeout' }, '--version': { end } });
    await expect(createCliProbe(late.run)(command, signal)).rejects.toThrow(
      /^agy did not answer --help within 120 s; process group 1 may still be alive/,
    );
    const caller = new AbortController();
    const leaving: typeof run = async (program, limits) => {
      const stopped = new Promise((resolve) => limits.signal?.addEventListener('abort', resolve));
      setImmediate(() => caller.abort(new CoAgentError('TIMEOUT', 'too late')));
      await stopped;
      return run(program, limits);
    };
    await expect(createCliProbe(leaving)(command, caller.signal)).rejects.toMatchObject({
      code: 'TIMEOUT',
      message: expect.stringMatching(/^too late; process group 1 may still be alive/),
    });
  });
});

it('flags are what begins a line', () => {
  expect([...flagsOf('  -p   Alias for --print\n--model  x\n\t--log-file y\ntext --mode\n')]).toEqual([
    'p',
    'model',
    'log-file',
  ]);
});
