import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { CoAgentError } from '@coagent8/contracts';
import type { BackendEvent } from '@coagent8/contracts';
import { spawnOwned } from '@coagent8/runtime';
import { createAgyWorld, createTempWorkspace, isAlive, waitForDeath } from '@coagent8/testing';
import type { AgyWorld, AgyWorldOptions, TempWorkspace } from '@coagent8/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { createAgyBackend } from '../src/agy/adapter.js';
import { PROMPT_HOLD_MS } from '../src/agy/run-turn.js';
import type { BackendTurn } from '../src/backend.js';
import { playTurn } from './run-turn.js';

const cancelled = new CoAgentError('ABORTED', 'the caller cancelled');
/** Noon of a day that is not today. */
const NOW_MS = Date.UTC(2030, 0, 1, 12);

let workspace: TempWorkspace;
let world: AgyWorld;

beforeEach(async () => {
  workspace = await createTempWorkspace({ files: { 'readme.txt': 'Read me.\n' }, git: true });
  world = await createAgyWorld();
});
afterEach(async () => {
  await world.remove();
  await workspace.remove();
});

function turnOf(prompt: string, change: Partial<BackendTurn> = {}): BackendTurn {
  return {
    executable: { path: world.binary, source: 'environment' },
    prompt,
    workspacePath: workspace.path,
    environment: {
      variables: { ...world.variables, GEMINI_API_KEY: 'dummy', GITHUB_TOKEN: 'secret', DBUS: 'x' },
      platform: process.platform,
      homeDirectory: world.home,
      workingDirectory: world.home,
    },
    passVariables: [],
    signal: new AbortController().signal,
    ...change,
  };
}

const play = (prompt: string, change?: Partial<BackendTurn>) =>
  playTurn(createAgyBackend({ now: () => NOW_MS }), turnOf(prompt, change));

/** Plays a turn in a world of its own, for what happens before a prompt. */
async function playIn(options: AgyWorldOptions, change?: Partial<BackendTurn>) {
  await world.remove();
  world = await createAgyWorld(options);
  return play('Hello?', change);
}

/** Starts of the program that were turns. */
const turnsOf = ({ calls }: AgyWorld) => calls().filter(({ argv }) => argv.includes('--print='));

describe('a turn', () => {
  it('is answered, with what was looked at as its evidence', async () => {
    const { end, answer, warnings, events } = await play('SCENARIO=answer', { model: 'gemini-3.1-pro-high' });
    expect([end, answer.text, warnings]).toEqual(['completed', 'Hello from the model.\n', []]);
    const [started] = events;
    expect(started).toMatchObject({
      type: 'started',
      agentVersion: '1.2.16',
      model: 'gemini-3.1-pro-high',
      evidence: { profile: 'read-only', assurance: 'requested' },
    });
    const checks = started?.type === 'started' ? started.evidence.checks : [];
    expect(checks.filter(({ passed }) => !passed)).toEqual([]);
    expect(checks.map(({ name }) => name)).toEqual([
      'command line',
      'repository programs',
      'your settings',
      'tool permission',
      'agent mode',
      'permission rules',
      'your own programs',
      'reading',
      'instruction files',
      'permission mode',
      'working directory',
    ]);
  });

  it('is started with the profile, and has its prompt on an input that ends', async () => {
    const prompt = '-x --help /clear "quoted"\nand a second line';
    const { end } = await play(prompt, { model: 'gemini-3.1-pro', reasoningEffort: 'low' });
    expect(end).toBe('completed');
    const [call] = turnsOf(world);
    expect(call).toMatchObject({ cwd: workspace.path, prompts: [prompt], exitCode: 0 });
    expect(call?.argv).toEqual([
      '--sandbox',
      '--disable-slash-commands',
      '--print=',
      '--input-format=stream-json',
      '--output-format=stream-json',
      '--print-timeout=0s',
      `--add-dir=${workspace.path}`,
      '--model=gemini-3.1-pro',
      '--effort=low',
    ]);
    expect(call?.stdin).toBe(`${JSON.stringify({ event: 'user', message: { content: prompt } })}\n`);
  });

  it('is given no more of the environment than is its own', async () => {
    await play('Hello?', { passVariables: ['DBUS'] });
    const variables = turnsOf(world)[0]?.variables ?? [];
    expect(variables).toEqual(expect.arrayContaining(['AGY_CLI_DISABLE_AUTO_UPDATE', 'NO_COLOR', 'HOME']));
    expect(variables).toEqual(expect.arrayContaining(['COAGENT8_NESTED_TURN', 'GEMINI_API_KEY', 'DBUS']));
    expect(variables).not.toContain('GITHUB_TOKEN');
  });

  it('asks the program only once what it can, and starts no updater', async () => {
    const backend = createAgyBackend();
    for (const scenario of ['answer', 'multi-delta']) await playTurn(backend, turnOf(`SCENARIO=${scenario}`));
    expect(world.calls().map(({ argv }) => argv[0])).toEqual(
      expect.arrayContaining(['--help', '--version', '--sandbox', '--sandbox']),
    );
    expect(world.calls()).toHaveLength(4);
    expect(world.spoken()).toHaveLength(2);
  });

  it('may use tools', async () => {
    const { end, answer, operations, denied, events } = await play('SCENARIO=read ARG="readme.txt"');
    expect([end, operations, denied]).toEqual(['completed', 1, 0]);
    expect(answer.text).toContain('Read me.');
    const path = join(workspace.path, 'readme.txt');
    expect(events.find(({ type }) => type === 'operation-started')).toMatchObject({
      label: `view_file ${path}`,
    });
  });

  it.each([
    ['write ARG="written.txt"', ''],
    ['shell ARG="touch written.txt"', ''],
    ['denied-error', ''],
    ['read ARG="../outside.txt"', ''],
    ['denied-with-answer', 'What I know without running anything: it is fine.\n'],
  ])('is told of what was denied: %s', async (scenario, answer) => {
    const turn = await play(`SCENARIO=${scenario}`);
    expect([turn.end, turn.denied, turn.answer.text]).toEqual(['completed', 1, answer]);
  });

  it.each([
    ['multi-delta', 'Hello from the model, in pieces: a < b & c.\n'],
    ['tool-ok', 'Tool said: 1 file\n'],
    ['tool-error', 'Tool said: unknown tool: "no_such_tool" — check spelling\n'],
    ['ask-question', 'An answer without the user.\n'],
    ['sticky-error', 'An answer all the same.\n'],
    ['split-utf8', 'Grüße, 日本語, 😀.\n'],
    ['subagent-other-id', 'The answer of the agent itself.\n'],
    ['late-result ARG="300"', 'An answer whose result is late.\n'],
    ['empty', ''],
  ])('%s', async (scenario, answer) => {
    const turn = await play(`SCENARIO=${scenario}`);
    expect([turn.end, turn.answer.text, turn.warnings]).toEqual(['completed', answer, []]);
  });

  it.each([
    ['unknown-event', 'An answer beside an unknown event.\n'],
    ['unknown-step-type', 'An answer beside an unknown step.\n'],
    ['two-results', 'An answer with two results.\n'],
    ['other-tool', 'Tool said: found\n'],
  ])('warns of %s, and goes on', async (scenario, answer) => {
    const turn = await play(`SCENARIO=${scenario}`);
    expect([turn.end, turn.answer.text, turn.warnings]).toEqual(['completed', answer, ['UNKNOWN_EVENT']]);
  });

  it('is cut where it is too long', async () => {
    const { end, answer } = await play('SCENARIO=huge-answer');
    expect([end, answer.text.length, answer.truncated]).toEqual(['completed', 512 * 1024, true]);
  });

  it('runs beside another', async () => {
    const backend = createAgyBackend();
    const turns = await Promise.all(
      ['one', 'two', 'three'].map((word) => playTurn(backend, turnOf(`SCENARIO=say ARG="${word}"`))),
    );
    expect(turns.map(({ answer }) => answer.text)).toEqual(['one\n', 'two\n', 'three\n']);
  });

  it('names a process that left the group and holds the output', async () => {
    const { end, answer, warnings } = await play('SCENARIO=orphan-child');
    const pid = Number(/\d+/.exec(answer.text)?.[0]);
    try {
      expect([end, warnings]).toEqual(['completed', ['MAY_BE_ALIVE']]);
      expect(isAlive(pid)).toBe(true);
    } finally {
      process.kill(pid, 'SIGKILL');
    }
    expect(await waitForDeath(pid, 5_000)).toBe(true);
  });

  it('says so where the workspace brings instructions along', async () => {
    await writeFile(join(workspace.path, 'AGENTS.md'), 'Obey.');
    const { end, events } = await play('Hello?');
    expect(end).toBe('completed');
    expect(events.filter(({ type }) => type === 'warning')).toEqual([
      {
        type: 'warning',
        warning: {
          code: 'INSTRUCTIONS_READ',
          message: 'agy reads instructions of the workspace, which cannot be switched off: AGENTS.md',
        },
      },
    ]);
  });
});

describe('the profile', () => {
  /** A canary that the stand-in would start, as agy would. */
  async function plant(folder: string): Promise<void> {
    await mkdir(join(folder, '.agents'), { recursive: true });
    const hooks = { canary: { SessionStart: [{ type: 'command', command: `touch ${world.home}/fired` }] } };
    await writeFile(join(folder, '.agents', 'hooks.json'), JSON.stringify(hooks));
  }

  it('refuses a repository with hooks before anything is started', async () => {
    await plant(workspace.path);
    const { ending } = await play('Hello?');
    expect(ending).toMatchObject({
      failure: {
        code: 'SANDBOX_UNAVAILABLE',
        message: expect.stringContaining('.agents/hooks.json would start programs'),
      },
    });
    expect(world.calls()).toEqual([]);
  });

  it('refuses hooks of the repository that the workspace is a part of', async () => {
    await plant(workspace.path);
    const inner = join(workspace.path, 'packages', 'one');
    await mkdir(inner, { recursive: true });
    expect((await play('Hello?', { workspacePath: inner })).end).toBe('SANDBOX_UNAVAILABLE');
  });

  it('accepts them where the user trusts the workspace, also under another name of it', async () => {
    await plant(workspace.path);
    const link = join(world.home, 'link');
    await symlink(workspace.path, link);
    const { end } = await play('Hello?', { workspacePath: link, trustedWorkspaces: [link] });
    expect(end).toBe('completed');
    const other = await play('Hello?', { trustedWorkspaces: [dirname(workspace.path)] });
    expect(other.end).toBe('SANDBOX_UNAVAILABLE');
  });

  it.each<Record<string, unknown>>([
    { toolPermission: 'always-proceed' },
    { toolPermission: 'proceed-in-sandbox' },
    { agentMode: 'accept-edits' },
    { permissions: { allow: ['command(git)'] } },
    { permissions: 'all' },
  ])('refuses the settings %j before anything is started', async (settings) => {
    const { end } = await playIn({ settings });
    expect([end, world.calls()]).toEqual(['SANDBOX_UNAVAILABLE', []]);
  });

  it.each<Record<string, unknown>>([
    { toolPermission: 'strict' },
    { allowNonWorkspaceAccess: true, permissions: { allow: ['read_file(*)'], deny: ['command(*)'] } },
  ])('accepts the settings %j', async (settings) => {
    expect((await playIn({ settings })).end).toBe('completed');
  });

  it('is judged as the turn starts: what the disk did not tell ends it, and the prompt is not sent', async () => {
    const wrapper = join(world.home, 'bin', 'loose');
    const skip = `exec ${world.binary} --dangerously-skip-permissions "$@"`;
    await writeFile(wrapper, `#!/bin/sh\n${skip}\n`);
    await chmod(wrapper, 0o755);
    const { ending, events } = await play('Hello?', { executable: { path: wrapper, source: 'environment' } });
    expect(ending).toMatchObject({
      failure: {
        code: 'SANDBOX_UNAVAILABLE',
        message: expect.stringContaining('permission mode: always-proceed'),
      },
    });
    expect(events).toHaveLength(1);
    expect(world.spoken()).toEqual([]);
  });

  it('is void where a command has run all the same', async () => {
    const wrapper = join(world.home, 'bin', 'leaky');
    const settings = join(world.geminiFolder, 'antigravity-cli', 'settings.json');
    const open = JSON.stringify({ permissions: { allow: ['command(*)'] } });
    await writeFile(wrapper, `#!/bin/sh\necho '${open}' > ${settings}\nexec ${world.binary} "$@"\n`);
    await chmod(wrapper, 0o755);
    const { ending, partial } = await play('SCENARIO=shell ARG="echo hi"', {
      executable: { path: wrapper, source: 'environment' },
    });
    expect(ending).toMatchObject({
      failure: {
        code: 'SANDBOX_UNAVAILABLE',
        message: expect.stringContaining('run_command was not refused'),
      },
    });
    expect(partial.text).toBe('');
  });

  it('needs flags that every turn is started with', async () => {
    const old = join(world.home, 'bin', 'old');
    const help = 'Usage of /home/u/bin/agy:\\n  --print  Print\\n  --model  Model\\n  --sandbox  Sandbox';
    const answers = `[ "$1" = --help ] && printf '${help}\\n' || echo 1.0.4`;
    await writeFile(old, `#!/bin/sh\n${answers}\n`);
    await chmod(old, 0o755);
    const { ending } = await play('Hello?', { executable: { path: old, source: 'environment' } });
    expect(ending).toMatchObject({
      failure: {
        code: 'CLI_UNSUPPORTED',
        message: expect.stringMatching(
          /^agy 1\.0\.4 is too old: it has no --add-dir, --disable-slash-commands/,
        ),
        remedy: 'update it to 1.2.15 or newer',
      },
    });
  });
});

describe('a failure', () => {
  it.each([
    ['e401', 'AUTH_REQUIRED', ''],
    ['e403', 'AUTH_REQUIRED', ''],
    ['e404', 'MODEL_UNAVAILABLE', ''],
    ['e429', 'RATE_LIMITED', ''],
    ['e429-usage', 'RATE_LIMITED', ''],
    ['e402', 'RATE_LIMITED', ''],
    ['e500', 'PROCESS_ERROR', ''],
    ['e503', 'PROCESS_ERROR', ''],
    ['canceled ARG="half"', 'PROCESS_ERROR', 'half'],
    ['print-timeout-partial', 'TIMEOUT', 'An answer that is cut by the time limit'],
    ['garbage', 'PROTOCOL_ERROR', ''],
    ['truncated-last-line', 'PROTOCOL_ERROR', 'An answer before the cut.\n'],
    ['no-result', 'PROTOCOL_ERROR', 'An answer without a result.\n'],
    ['cut-delta', 'PROTOCOL_ERROR', 'half a sentence'],
    ['crash', 'PROCESS_ERROR', 'An answer before the '],
  ])('%s is %s, and what was said is kept', async (scenario, code, said) => {
    const { end, partial, answer } = await play(`SCENARIO=${scenario}`);
    expect([end, partial.text]).toEqual([code, said]);
    if (code !== 'TIMEOUT') expect(answer.text).toBe('');
  });

  it.each([
    ['e429', '2030-01-01T12:00:40.000Z'],
    ['e429-usage', '2100-01-01T00:00:00.000Z'],
  ])('of a limit tells when it ends: %s', async (scenario, resetsAt) => {
    const { ending } = await play(`SCENARIO=${scenario}`);
    expect(ending).toMatchObject({ failure: { details: { resetsAt } } });
  });

  it('tells a missing sign-in from nothing', async () => {
    const { ending } = await playIn({ isSignedIn: false });
    expect(ending).toMatchObject({
      failure: { code: 'AUTH_REQUIRED', message: 'agy is signed out or unreachable' },
    });
  });

  it('does not wait for a sign-in', async () => {
    const { ending, durationMs } = await playIn({ scenario: 'signed-out-wait' });
    expect(ending).toMatchObject({ failure: { code: 'AUTH_REQUIRED' } });
    expect(durationMs).toBeLessThan(5_000);
    expect(world.spoken()).toEqual([]);
  });

  it.each([{ model: 'no-such' }, { model: 'gemini-3.8-flash' }, { reasoningEffort: 'boundless' }])(
    'is told of the model %j',
    async (change) => {
      const { ending } = await play('Hello?', change);
      expect(ending).toMatchObject({
        failure: { code: 'MODEL_UNAVAILABLE', message: expect.stringContaining('invalid model selection') },
      });
    },
  );

  it('of a prompt that is too long is told before it is sent', async () => {
    const { end } = await play('x'.repeat(4 * 1024 * 1024));
    expect([end, world.spoken()]).toEqual(['INPUT_LIMIT', []]);
  });
});

describe('a slow start', () => {
  it('is no fault: the prompt goes ahead', async () => {
    const { end, answer } = await playIn({ scenario: 'slow-start', argument: String(PROMPT_HOLD_MS + 500) });
    expect([end, answer.text]).toEqual(['completed', 'Hello from the model.\n']);
  }, 20_000);
});

describe('a turn that is stopped', () => {
  /** Aborts when the turn has got as far as `type`. */
  async function stopAt(scenario: string, type: BackendEvent['type'], reason = cancelled) {
    const controller = new AbortController();
    let pid = 0;
    let abortedAt = NaN;
    const backend = createAgyBackend({
      spawn: async (...parameters) => {
        const owned = await spawnOwned(...parameters);
        pid = owned.pid;
        return owned;
      },
    });
    const turn = turnOf(`SCENARIO=${scenario}`, { signal: controller.signal });
    const played = await playTurn(backend, turn, (event) => {
      if (event.type !== type || controller.signal.aborted) return;
      abortedAt = performance.now();
      controller.abort(reason);
    });
    return { ...played, pid, stopMs: performance.now() - abortedAt };
  }

  it('ends within 2 s where agy obeys, with the reason of its signal, and what was said is kept', async () => {
    const { ending, partial, stopMs, pid } = await stopAt('interrupted', 'message-delta');
    expect(ending).toMatchObject({ failure: { code: 'ABORTED', message: 'the caller cancelled' } });
    expect(partial.text).toMatch(/^partial answ/);
    expect(stopMs).toBeLessThan(2_000);
    expect(isAlive(pid)).toBe(false);
  });

  it('ends within 5 s where agy ignores it, and agy is dead', async () => {
    const late = new CoAgentError('TIMEOUT', 'the time limit was reached');
    const { ending, partial, stopMs, pid } = await stopAt('ignore-SIGTERM', 'message-delta', late);
    expect(ending).toMatchObject({ failure: { code: 'TIMEOUT' } });
    expect(partial.text).toBe('An answer that no signal ends.');
    expect(stopMs).toBeLessThan(5_000);
    expect(isAlive(pid)).toBe(false);
  });

  it('sends no prompt where it is stopped before', async () => {
    const controller = new AbortController();
    const backend = createAgyBackend({
      spawn: async (...parameters) => {
        const owned = await spawnOwned(...parameters);
        controller.abort(cancelled);
        return owned;
      },
    });
    const { end } = await playTurn(backend, turnOf('Hello?', { signal: controller.signal }));
    expect([end, world.spoken()]).toEqual(['ABORTED', []]);
  });

  it('starts nothing where it is stopped before it begins', async () => {
    const { end } = await play('Hello?', { signal: AbortSignal.abort(cancelled) });
    expect([end, world.calls()]).toEqual(['ABORTED', []]);
  });
});

describe('an examination', () => {
  it('starts no turn', async () => {
    const examination = await createAgyBackend().examine(turnOf(''));
    expect(examination).toMatchObject({
      version: '1.2.16',
      authentication: { state: 'unknown' },
      evidence: { assurance: 'requested' },
    });
    expect(world.calls().map(({ argv, stdin }) => [...argv, stdin])).toEqual(
      expect.arrayContaining([
        ['--help', ''],
        ['--version', ''],
      ]),
    );
    expect(world.calls()).toHaveLength(2);
  });

  it('names what fails', async () => {
    await writeFile(join(world.geminiFolder, 'antigravity-cli', 'settings.json'), '{ // a comment\n}');
    const { evidence } = await createAgyBackend().examine(turnOf(''));
    expect(evidence.checks.filter(({ passed }) => !passed)).toEqual([
      {
        name: 'your settings',
        passed: false,
        detail:
          '~/.gemini/antigravity-cli/settings.json is not JSON as agy reads it: correct it or remove it',
      },
    ]);
  });
});
