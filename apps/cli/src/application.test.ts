import { describe, expect, it } from '@jest/globals';

import { createScriptedWorld } from '../test/scripted-world.js';
import type { Script } from '../test/scripted-world.js';
import { runApplication } from './application.js';

const HELP_COLUMNS = 80;

async function applied(args: readonly string[], script: Script = {}) {
  const { world, written, requests, timesComposed } = createScriptedWorld(script);
  const exitCode = await runApplication(args, world, '1.2.3');
  return { exitCode, stdout: written.stdout, stderr: written.stderr, requests, composed: timesComposed() };
}

describe('help and version', () => {
  it.each([
    [['--help']],
    [['-h']],
    [['consult', '--help']],
    [['run', '-h']],
    [['doctor', '--help']],
    [['route', '--help']],
    [['models', '--help']],
    [['models', 'list', '--help']],
    [['models', 'allow', '--help']],
    [['config', '--help']],
    [['config', 'set', '--help']],
  ])('%s', async (args) => {
    const { exitCode, stdout, stderr, composed } = await applied(args);
    expect({ exitCode, stderr, composed }).toEqual({ exitCode: 0, stderr: '', composed: 0 });
    expect(stdout).toContain('EXAMPLES\n');
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(HELP_COLUMNS);
  });

  it.each(['--version', '-v'])('%s', async (flag) => {
    expect(await applied([flag])).toMatchObject({ exitCode: 0, stdout: '1.2.3\n', stderr: '', composed: 0 });
  });

  it('lists the exit codes', async () => {
    const { stdout } = await applied(['--help']);
    for (const code of [0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 130])
      expect(stdout).toMatch(new RegExp(`(^| )${code} \\w`, 'm'));
  });

  it('writes no control sequence, not even on a terminal', async () => {
    const { stdout } = await applied(['--help'], { terminals: true });
    expect(stdout).not.toContain('\u001b');
  });
});

describe('usage', () => {
  it.each([
    [['consul'], 'there is no such command: "consul"; did you mean `consult`?'],
    [['setup-everything'], 'there is no such command: "setup-everything"; see `coagent8 --help`'],
    [['consult', '--modle', 'x', 'text'], 'there is no such option: "--modle"; did you mean --model?'],
    [
      ['consult', '--context-fil', 'x'],
      'there is no such option: "--context-fil"; did you mean --context-file?',
    ],
    [['consult', '-x'], 'there is no such option: "-x"; see `coagent8 --help`'],
    [
      ['consult', '--backend', 'gemini', 'text'],
      '--backend: "gemini" is not a choice; choose one of auto, codex, agy, claude, smart_quota',
    ],
    [
      ['consult', '--timeout', '2h', 'text'],
      '--timeout: "2h" is out of range; give a time limit from 100 ms to 30 minutes',
    ],
    [
      ['consult', '--output-price-below', '5e3', 'text'],
      '--output-price-below: "5e3" is not a price; give USD per million output tokens as a decimal number above 0, as in 5 or 0.5',
    ],
    [['doctor', '--backend', 'auto'], '--backend: "auto" is not a choice; choose one of codex, agy, claude'],
    [['route', '--backend', 'codex'], '--backend: "codex" is not a choice; choose one of auto, smart_quota'],
    [['models', '--backend', 'auto'], '--backend: "auto" is not a choice; choose one of codex, agy, claude'],
    [
      ['models', 'swift-4'],
      '"swift-4" is no command of `coagent8 models`; the list takes no name; the other commands are allow, ask, deny, clear',
    ],
    [
      ['models', '--json', 'swift-4'],
      '"swift-4" is no command of `coagent8 models`; the list takes no name; the other commands are allow, ask, deny, clear',
    ],
    [['models', 'allow', 'two', 'words'], '"words" is an argument too many; see `coagent8 --help`'],
    [['models', 'allow'], 'there is no <model>; add it at the end of the line, or see `coagent8 --help`'],
    [['config', 'set', 'a'], 'there is no <value>; add it at the end of the line, or see `coagent8 --help`'],
    [['consult', '--model'], '"--model" needs a value; see `coagent8 --help`'],
    [['consult', '--model', 'a', '--model', 'b'], '--model is given twice; give it once'],
    [['consult', '--json', '--json', 'text'], '--json is given twice; give it once'],
    [['consult', '--backend=', 'text'], '"--backend" needs a value; see `coagent8 --help`'],
    [['consult', '--constructor', 'text'], 'there is no such option: "--constructor"; see `coagent8 --help`'],
    [['consult', 'two', 'words'], '"words" is an argument too many; put a text of several words in quotes'],
    [['run'], '"--request" needs a value; see `coagent8 --help`'],
    [
      ['run', '--request', 'file'],
      '--request: "file" is not a source of requests; write `--request -` and send the record on standard input',
    ],
  ])('%j is 2', async (args, line) => {
    expect(await applied(args)).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: `INPUT_LIMIT: ${line}\n`,
      composed: 0,
    });
  });
});

describe('a key in the wrong place', () => {
  const KEY = ['sk', 'ant', 'api03', 'A1b2C3d4E5'.repeat(9)].join('-');

  it.each([
    [[KEY]],
    [['consult', 'hello', KEY]],
    [['consult', `--${KEY}`, 'hello']],
    [['consult', `--${KEY}=x`, 'hello']],
    [['consult', `--${KEY}=`, 'hello']],
    [['consult', `-${KEY}`, 'hello']],
    [['consult', `-x=${KEY}`, 'hello']],
    [['consult', `--json=${KEY}`, 'hello']],
    [['consult', '--backend', KEY, 'hello']],
    [['consult', '--timeout', KEY, 'hello']],
    [['consult', '--timeout', '9'.repeat(90), 'hello']],
    [['consult', '--task-type', KEY, 'hello']],
    [['run', '--request', KEY]],
    [['consult', '--output-price-below', KEY, 'hello']],
    [['models', KEY]],
    [['models', '--backend', KEY]],
    [['models', 'list', KEY]],
    [['doctor', KEY]],
    [['doctor', '--backend', KEY]],
    [['route', KEY]],
    [['route', '--output-price-below', KEY]],
  ])('is not repeated: %j', async (args) => {
    const { exitCode, stdout, stderr, composed } = await applied(args);
    expect({ exitCode, stdout, composed }).toEqual({ exitCode: 2, stdout: '', composed: 0 });
    expect(stderr).toMatch(/^INPUT_LIMIT: [^;]{1,120}; .{1,120}\n$/);
    for (const secret of [KEY, 'A1b2C3d4E5', '9'.repeat(90)]) expect(stderr).not.toContain(secret);
  });

  it.each([
    ['a field of a record', `{"${KEY}":1}`],
    ['a record that is no JSON', KEY],
    ['a value', `{"schemaVersion":"${KEY}","operation":"${KEY}","proposal":{"${KEY}":"${KEY}"}}`],
  ])('is not repeated: %s', async (_, stdin) => {
    const { exitCode, stdout, stderr } = await applied(['run', '--request', '-'], { stdin });
    expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: '' });
    expect(stdout).toContain('INPUT_LIMIT');
    expect(stdout).not.toContain('A1b2C3d4E5');
  });

  it.each([['doctor'], ['doctor', '--health'], ['route'], ['models'], ['consult', 'hello']])(
    'is redacted in what broke: %s',
    async (...args) => {
      const fail = () => Promise.reject(new Error(`bug ${KEY}`));
      const { exitCode, stderr } = await applied(args, {
        ...{ examineHealth: fail, reportModels: fail, explainRoute: fail, run: fail },
      });
      expect(exitCode).toBe(11);
      expect(stderr).toMatch(/^PROCESS_ERROR: unexpected failure: bug \[redacted: anthropic\]; /);
    },
  );
});

describe('commands', () => {
  it('hands options and text to consult', async () => {
    const args = [
      'consult',
      '--context-file',
      'a',
      '--context-file=b',
      '--timeout',
      '90s',
      '--question',
      'why?',
      'text',
    ];
    const { exitCode, requests } = await applied(args);
    expect(exitCode).toBe(0);
    expect(requests[0]).toMatchObject({
      proposal: 'text',
      timeoutMs: 90_000,
      contextFiles: ['a', 'b'],
      specificQuestions: ['why?'],
    });
  });

  it.each([
    [['consult', '--', '--model is what?'], '--model is what?'],
    [['consult', '-'], 'piped'],
  ])('%j asks "%s"', async (args, proposal) => {
    const { requests } = await applied(args, { stdin: 'piped' });
    expect(requests[0]?.proposal).toBe(proposal);
  });

  it.each([[['models']], [['models', 'list']]])('%j lists models', async (args) => {
    const backends = [{ backend: 'agy', state: 'missing', candidates: [] }] as const;
    const reportModels = () =>
      Promise.resolve({
        ...{ reportedAt: '', configuration: {}, priceList: { source: '', isStale: false } },
        ...{ backends, warnings: [] },
      });
    const { exitCode, stdout } = await applied(args, { reportModels });
    expect({ exitCode, stdout }).toEqual({
      exitCode: 0,
      stdout: expect.stringMatching(/^agy {2}not found; /),
    });
  });

  it('hands options to route', async () => {
    const requests: unknown[] = [];
    const explainRoute: Script['explainRoute'] = (request) => {
      requests.push(request);
      const more = { strategy: 'fixed', backend: 'agy', considered: [], warnings: [] } as const;
      return Promise.resolve({ reportedAt: '2026-05-01T12:00:00.000Z', ...more });
    };
    const args = ['route', '--backend', 'auto', '--model=swift-4.2', '--output-price-below', '0.5'];
    expect(await applied(args, { explainRoute })).toMatchObject({ exitCode: 0, stdout: 'agy\n' });
    expect(requests).toMatchObject([{ backend: 'auto', model: 'swift-4.2', outputPriceBelow: 0.5 }]);
  });

  it('runs a request record', async () => {
    const { exitCode, stdout } = await applied(['run', '--request', '-'], { stdin: '{}' });
    expect(exitCode).toBe(2);
    expect(stdout).toContain('"type":"outcome"');
  });

  it('reports what broke as 11', async () => {
    const { exitCode, stderr } = await applied(['doctor'], {
      reportModels: () => Promise.reject(new Error('bug')),
    });
    expect(exitCode).toBe(11);
    expect(stderr).toBe('PROCESS_ERROR: unexpected failure: bug; run `coagent8 doctor --health`\n');
  });
});
