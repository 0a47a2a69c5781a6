import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { createAgentWorld, createAgyWorld, createTempWorkspace } from '../src/index.js';
import type { AgyWorld, AgyWorldOptions } from '../src/index.js';
import { outline, playTurns, runAgy, startAgy, STREAM, userLine } from './agy-process.js';
import type { AgyRun } from './agy-process.js';

const cleanUps: (() => Promise<void>)[] = [];
let world: AgyWorld;
beforeEach(async () => {
  world = await agyWorld();
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

async function agyWorld(options?: AgyWorldOptions): Promise<AgyWorld> {
  const created = await createAgyWorld(options);
  cleanUps.push(created.remove);
  return created;
}

const LITERAL = STREAM;
const SLASHES = STREAM.filter((argument) => argument !== '--disable-slash-commands');
const ask = (args: readonly string[], stdin: string = userLine('SCENARIO=answer')) =>
  runAgy(world, { args, stdin });

/** It says so on both streams, has no conversation, and ends with 1. */
function expectRefusal(run: AgyRun, error: string): void {
  expect(run.events).toEqual([
    {
      event: 'result',
      result: {
        ...{ conversation_id: '', status: 'ERROR', response: '', error, duration_seconds: 0, num_turns: 0 },
        usage: {
          ...{ input_tokens: 0, output_tokens: 0, thinking_tokens: 0, cache_read_tokens: 0, total_tokens: 0 },
        },
      },
    },
  ]);
  expect(run.stderr.endsWith(`error: ${error}\n`)).toBe(true);
  expect(run.exitCode).toBe(1);
}

describe('without a prompt', () => {
  it('tells its version and its flags', async () => {
    expect(await ask(['--version'])).toMatchObject({ exitCode: 0, stdout: '1.2.16\n', stderr: '' });
    const { stdout } = await ask(['--help']);
    expect(stdout).toMatch(/^Usage of agy:\n {2}--add-dir {23}Add .*\n/);
    expect(stdout).toMatch(/^ {2}--input-format .*^Available subcommands:\n.*^ {2}models /ms);
  });

  it('lists models where somebody is signed in', async () => {
    const listed = await ask(['models']);
    expect(listed).toMatchObject({ exitCode: 0, stderr: 'Fetching available models...\n' });
    expect(listed.stdout).toMatch(/^gemini-3\.8-flash-high\tGemini 3\.8 Flash \(High\)\n/);
    const refused = await runAgy(await agyWorld({ isSignedIn: false }), { args: ['models'], stdin: '' });
    expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
    expect(refused.stderr).toContain('Error: Please sign in to view available models.');
  });

  it.each<[script: string, lines: number, exitCode: number]>([
    ['banner', 9, 0],
    ['slow', 8, 0],
    ['many', 2_001, 0],
    ['odd', 6, 0],
    ['none', 1, 0],
    ['garbage', 3, 0],
    ['signed-out', 1, 1],
    ['exit-3', 1, 3],
    ['swift-4.2\tSwift\n', 2, 0],
  ])('lists models as a script says: %j', async (script, lines, exitCode) => {
    const variables = { AGY_STANDIN_MODELS: script };
    const run = await runAgy(world, { args: ['models'], stdin: '', variables });
    expect([run.exitCode, run.stdout.split('\n').length]).toEqual([exitCode, lines]);
    const banner = script === 'banner' ? run.stdout : run.stderr;
    expect(banner).toMatch(/^Fetching available models\.\.\.\n/);
  });

  it('takes any model where its list is scripted, and may run another than it was asked for', async () => {
    const variables = { AGY_STANDIN_MODELS: 'swift-4.2\tSwift\n', AGY_STANDIN_RUNS_MODEL: 'dear-model' };
    const args = [...STREAM, '--model=swift-4.2'];
    const run = await playTurns(world, ['SCENARIO=answer'], { args, variables });
    expect(outline(run)[0]).toBe('init request-review dear-model');
    expect(run.exitCode).toBe(0);
  });

  it('answers what it knows itself', async () => {
    const usage = await ask(['--print=/usage', '--output-format', 'json']);
    expect(JSON.parse(usage.stdout)).toMatchObject({
      ...{ conversation_id: '', status: 'SUCCESS', num_turns: 0 },
      command: {
        name: 'usage',
        data: {
          groups: [
            { name: 'Gemini Models', buckets: [{ id: 'gemini-weekly', remaining_fraction: 0.75 }, {}] },
            {},
          ],
        },
      },
    });
    const events = await ask(['--print=/usage', '--output-format', 'stream-json']);
    expect(events.events.map(({ event }) => event)).toEqual(['command_result', 'result']);
    const logout = await ask(['--print=/logout', '--output-format', 'stream-json']);
    expect(logout).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/^error: \/logout is not/) });
  });
});

describe('signed out', () => {
  beforeEach(async () => {
    world = await agyWorld({ isSignedIn: false });
  });

  it('fails at once where stdin is a pipe', async () => {
    const run = await ask(STREAM);
    expectRefusal(run, 'authentication failed or timed out');
    expect(run.stderr).toMatch(/^Error: authentication required\. Run 'agy' to log in, then retry\.\n/);
    expect((await ask(['--print=/usage', '--output-format=json'])).exitCode).toBe(1);
  });

  it('asks for a sign-in, and waits, where stdin is none', async () => {
    const variables = { AGY_STANDIN_ARGUMENT: '50' };
    const run = await runAgy(world, { stdin: 'null-device', variables });
    expectRefusal(run, 'authentication failed or timed out');
    expect(run.stderr).toMatch(/^Authentication required\. Please visit the URL to log in:\n/);
  });

  it.each(['signed-out', 'signed-out-wait'])('is what `%s` plays', async (scenario) => {
    const run = await playTurns(await agyWorld({ scenario, argument: '50' }), ['SCENARIO=answer']);
    expectRefusal(run, 'authentication failed or timed out');
  });

  it('is not where the settings choose the provider whose key there is', async () => {
    const variables = { GEMINI_API_KEY: 'a-dummy-key' };
    const keyed = await agyWorld({ settings: { modelProvider: 'gemini' }, isSignedIn: false });
    expect((await playTurns(keyed, ['SCENARIO=answer'], { variables })).exitCode).toBe(0);
    expect((await playTurns(keyed, ['SCENARIO=answer'])).exitCode).toBe(1);
    expect((await playTurns(world, ['SCENARIO=answer'], { variables })).exitCode).toBe(1);
  });
});

describe('the choice of a model', () => {
  it.each<[flags: string[], reason: string]>([
    [
      ['--model', 'gemini-9-ultra'],
      '(--model "gemini-9-ultra" --effort ""): model gemini-9-ultra is not recognized as a known model or custom model in settings\nAvailable models:\n  Gemini 3.8 Flash (High)',
    ],
    [
      ['--model', 'gemini-3.8-flash'],
      '--model gemini-3.8-flash requires --effort (available: low, medium, high)',
    ],
    [['--model', 'gemini-3.1-pro', '--effort', 'medium'], '(available: low, high)'],
    [
      ['--model', 'gemini-3.8-flash-medium', '--effort', 'max'],
      '--model gemini-3.8-flash-medium conflicts with --effort=max',
    ],
    [
      ['--model', 'claude-sonnet-4-6', '--effort', 'high'],
      '--effort is not supported for model "claude-sonnet-4-6"',
    ],
    [['--effort', 'extreme'], 'invalid --effort "extreme"'],
  ])('%j is refused before anything else', async (flags, reason) => {
    const run = await ask([...STREAM, ...flags]);
    const error = String(run.events[0]?.result?.['error']);
    expectRefusal(run, error);
    expect(error).toMatch(/^invalid model selection \(--model "/);
    expect(error).toContain(reason);
  });

  it.each<[flags: string[], shown: string]>([
    [['--model', 'gemini-3.8-flash', '--effort', 'high'], 'gemini-3.8-flash'],
    [['--model=gemini-3.8-flash-low'], 'gemini-3.8-flash-low'],
    [['--model=gemini-3.8-flash-low', '--effort=low'], 'gemini-3.8-flash-low'],
    [['--model', 'claude-sonnet-4-6'], 'claude-sonnet-4-6'],
  ])('%j is repeated in init', async (flags, shown) => {
    expect(outline(await ask([...STREAM, ...flags]))[0]).toBe(`init request-review ${shown}`);
  });

  it.each(['bad-model', 'bad-effort'])('fails as `%s` says', async (scenario) => {
    const run = await playTurns(await agyWorld({ scenario }), ['SCENARIO=answer']);
    expectRefusal(run, String(run.events[0]?.result?.['error']));
  });
});

describe('a prompt', () => {
  it('is taken from all of stdin where no flag asks for printing', async () => {
    const run = await ask(['--output-format', 'stream-json'], 'two lines\nSCENARIO=answer');
    expect(outline(run).at(-1)).toBe('result SUCCESS "Hello from the model.\\n" turns=1');
    expect(world.calls()[0]?.prompts).toEqual(['two lines\nSCENARIO=answer']);
    const empty = await ask(['--output-format', 'stream-json'], '');
    expect(empty).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^CLI error: bubbletea: /) });
  });

  it('is a dash where a flag says so, and must not be empty', async () => {
    await ask(['-p', '-', '--output-format=stream-json'], 'SCENARIO=e429');
    expect(world.calls()[0]).toMatchObject({ prompts: ['-'], stdin: '', exitCode: 0 });
    expectRefusal(
      await ask(['-p=', '--output-format=stream-json']),
      'Error: empty prompt. Usage: agy --print "your prompt here"',
    );
  });

  it.each([
    ['a string', 'SCENARIO=answer'],
    [
      'blocks',
      [
        { type: 'text', text: 'SCENARIO=' },
        { type: 'text', text: 'answer' },
      ],
    ],
  ])(
    'is %s in a line of JSON; another event is passed over; the last line needs no end',
    async (_, content) => {
      const run = await ask(STREAM, `{"event":"ping"}\n\n${userLine(content).trim()}`);
      expect(run.stderr).toBe('warning: ignoring unsupported stream input message event "ping"\n');
      expect(world.calls()[0]?.prompts).toEqual(['SCENARIO=answer']);
      expect(run.exitCode).toBe(0);
    },
  );

  it.each([
    ['not json', /^failed to decode stream input: /, 1],
    ['{"type":"user"}', /^stream input message is missing the "event" field$/, 1],
    ['{"event":"user"}', /^stream input "user" message is missing the "message" field$/, 1],
    ['{"event":"user","message":"hi"}', /^failed to decode stream input: json: cannot unmarshal string /, 1],
    ['{"event":"user","message":{"text":"hi"}}', /^stream input "user" message has no content$/, 1],
    ['{"event":"user","message":{"content":[{"type":"image"}]}}', /"image" is not supported$/, 1],
    ['{"event":"control_request"}', /"control_request" is not supported$/, 2],
  ])('ends the program where it is %s', async (line, error, exitCode) => {
    const run = await ask(STREAM, `${line}\n${userLine('never read')}`);
    const [init, result] = run.events;
    expect(init?.event).toBe('init');
    expect(result?.result).toMatchObject({
      status: 'ERROR',
      error: expect.stringMatching(error),
      num_turns: 0,
    });
    expect([run.exitCode, run.events.length]).toEqual([exitCode, 2]);
  });

  it('that is a command ends the program, but not where commands are switched off', async () => {
    const prompt = '/model SCENARIO=answer';
    const refused = await ask(SLASHES, userLine(prompt));
    expect(outline(refused).at(-1)).toMatch(/^result ERROR "" turns=0 error=\/model is answered by the CLI/);
    expect(refused.exitCode).toBe(2);
    expect((await ask(LITERAL, userLine(prompt))).exitCode).toBe(0);
    expect((await ask(SLASHES, userLine('/etc/hosts SCENARIO=answer'))).exitCode).toBe(0);
  });

  it('in a flag that is followed by a flag is refused', async () => {
    const run = await ask(['--print', '--output-format', 'stream-json']);
    expect(run).toMatchObject({ exitCode: 2, stdout: '' });
    expect(run.stderr).toMatch(/^Error: --print took "--output-format" as its prompt, /);
    expect(world.calls()[0]).toMatchObject({
      argv: ['--print', '--output-format', 'stream-json'],
      exitCode: 2,
    });
  });
});

describe('init', () => {
  it('does not wait for a prompt', async () => {
    const { child, hears, ended } = startAgy(world, { cwd: world.home });
    await hears('"permission_mode":"request-review"');
    child.stdin?.end(userLine('SCENARIO=answer'));
    const { events, exitCode } = await ended;
    expect(events[0]?.init).toMatchObject({ cwd: world.home });
    expect(exitCode).toBe(0);
  });

  it('comes late where the start is slow', async () => {
    const slow = await agyWorld({ scenario: 'slow-start', argument: '300' });
    const startedAt = performance.now();
    const { hears, ended } = startAgy(slow, { stdin: userLine('any') });
    await hears('"event":"init"');
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(300);
    expect(outline(await ended).at(-1)).toBe('result SUCCESS "Hello from the model.\\n" turns=1');
  });

  it('tells of another conversation where the one that is asked for is unknown', async () => {
    const [{ conversation_id: id = '' } = {}] = (await ask(STREAM)).events;
    const variables = { AGY_STANDIN_SCENARIO: 'unknown-conversation' };
    const args = [...STREAM, `--conversation=${id}`];
    const run = await playTurns(world, ['any'], { args, variables });
    expect(run.events[0]?.conversation_id).not.toBe(id);
    expect(run.stderr).toBe(`warning: conversation "${id}" not found\n`);
  });

  it('moves all that is in its home with a flag', async () => {
    const elsewhere = await createTempWorkspace();
    cleanUps.push(elsewhere.remove);
    const args = [...STREAM, `--gemini_dir=${elsewhere.path}`];
    expect((await ask(args)).exitCode).toBe(1);
    await elsewhere.write('antigravity-cli/antigravity-oauth-token', '{}');
    expect((await ask(args)).exitCode).toBe(0);
    expect(existsSync(join(elsewhere.path, 'antigravity-cli/conversations'))).toBe(true);
    expect(existsSync(join(world.geminiFolder, 'antigravity-cli/conversations'))).toBe(false);
  });
});

describe('createAgyWorld', () => {
  it('is found among the agents, is asked, and is gone', async () => {
    const agent = await createAgentWorld('agy');
    expect(agent.variables).toMatchObject({ HOME: agent.home, AGY_PATH: agent.binary });
    expect(agent.variables['TMPDIR']).toBe(join(agent.home, 'tmp'));
    expect(agent.spoken()).toEqual([]);
    await agent.remove();
    expect(existsSync(agent.home)).toBe(false);
  });

  it('runs without a Node on its PATH, and records nothing where nobody asks for it', async () => {
    await rm(join(world.home, '.agy-standin'), { recursive: true });
    await writeFile(join(world.home, 'a.txt'), 'text');
    const run = await playTurns(world, ['SCENARIO=read ARG="a.txt"'], { variables: { PATH: '/nowhere' } });
    expect(outline(run).at(-1)).toBe('result SUCCESS "Tool said: text\\n" turns=1');
    expect(world.calls()).toEqual([]);
  });
});
