import { PassThrough } from 'node:stream';

import { describe, expect, it } from '@jest/globals';
import { turnEventSchema, turnOutcomeSchema } from '@coagent8/contracts';
import type { ErrorCode } from '@coagent8/contracts';

import type { ConsultFlags } from '../arguments/consult.js';
import { ANSWERED, createScriptedWorld, FAILED } from '../../test/scripted-world.js';
import type { Script } from '../../test/scripted-world.js';
import { PROPOSAL_MAX_BYTES } from '../read-input.js';
import { consult } from './consult.js';

const FLAGS: ConsultFlags = { backend: 'auto', json: false, events: false };

async function consulted(script: Script, flags: Partial<ConsultFlags> = {}, text?: string) {
  const { world, ...seen } = createScriptedWorld(script);
  const exitCode = await consult(world, { ...FLAGS, ...flags }, text);
  return { exitCode, ...seen.written, requests: seen.requests, composed: seen.timesComposed() };
}

describe('consult: the request', () => {
  it('carries every option', async () => {
    const { requests } = await consulted(
      {},
      {
        backend: 'codex',
        model: 'm',
        effort: 'high',
        'output-price-below': 4.5,
        workspace: '../other',
        timeout: 5_000,
        'context-file': ['a.ts', 'b.ts'],
        question: ['q'],
        'task-type': 'debug',
      },
      'text',
    );
    expect(requests).toEqual([
      {
        schemaVersion: 1,
        operation: 'consult',
        backend: 'codex',
        model: 'm',
        reasoningEffort: 'high',
        outputPriceBelow: 4.5,
        timeoutMs: 5_000,
        workspacePath: '/repo/other',
        origin: { directory: '/repo/app', roots: [] },
        proposal: 'text',
        taskType: 'debug',
        contextFiles: ['a.ts', 'b.ts'],
        specificQuestions: ['q'],
      },
    ]);
  });

  it('leaves out what was not given', async () => {
    const { requests } = await consulted({}, {}, 'text');
    expect(requests[0]).toEqual({
      schemaVersion: 1,
      operation: 'consult',
      backend: 'auto',
      timeoutMs: 900_000,
      origin: { directory: '/repo/app', roots: [] },
      proposal: 'text',
    });
  });
});

describe('consult: the proposal', () => {
  it.each([
    ['- reads standard input', '-'],
    ['no text reads what is piped in', undefined],
  ])('%s', async (_, text) => {
    const { requests } = await consulted({ stdin: 'piped\n' }, {}, text);
    expect(requests[0]?.proposal).toBe('piped\n');
  });

  it('a text leaves standard input alone', async () => {
    const { requests } = await consulted({ stdin: 'piped' }, {}, 'typed');
    expect(requests[0]?.proposal).toBe('typed');
  });

  it('tells who types at a terminal how to end', async () => {
    const { stderr, requests } = await consulted({ stdin: 'typed', stdinIsTerminal: true }, {}, '-');
    expect(stderr).toContain('end it with Ctrl-D');
    expect(requests[0]?.proposal).toBe('typed');
  });

  it.each([
    ['nothing at a terminal', { stdinIsTerminal: true, stdin: 'typed' }, undefined],
    ['an empty pipe', { stdin: '' }, undefined],
    ['blank text', {}, ' \n'],
  ])('refuses %s without composing anything', async (_, script, text) => {
    const { exitCode, stdout, stderr, composed } = await consulted(script, {}, text);
    expect({ exitCode, stdout, composed }).toEqual({ exitCode: 2, stdout: '', composed: 0 });
    expect(stderr).toMatch(/^INPUT_LIMIT: (?:there|standard input is empty, so there) is no proposal; .+\n$/);
  });

  it('takes 4 MiB and refuses one byte more', async () => {
    const atLimit = 'x'.repeat(PROPOSAL_MAX_BYTES);
    expect((await consulted({ stdin: atLimit }, {}, '-')).exitCode).toBe(0);
    const beyond = await consulted({ stdin: `${atLimit}x` }, {}, '-');
    expect(beyond.exitCode).toBe(2);
    expect(beyond.stderr).toContain('INPUT_LIMIT: standard input is longer than 4194304 bytes; ');
  });

  it('stops while it waits for its input', async () => {
    const { exitCode, stderr } = await consulted(
      { stdin: new PassThrough(), signal: AbortSignal.timeout(1) },
      {},
      '-',
    );
    expect(exitCode).toBe(130);
    expect(stderr).toMatch(/^ABORTED: /);
  });
});

describe('consult: text', () => {
  it('puts the answer on standard output and the rest on standard error', async () => {
    const { exitCode, stdout, stderr } = await consulted({}, {}, 'text');
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'It is safe.\n' });
    expect(stderr).toBe('codex (m-1) · 1.2 s\nanother model answered\n');
  });

  it('adds no second line end', async () => {
    const { stdout } = await consulted(
      { run: () => Promise.resolve({ ...ANSWERED, answer: 'a\n' }) },
      {},
      'text',
    );
    expect(stdout).toBe('a\n');
  });

  it('keeps the partial answer of a turn that failed', async () => {
    const { exitCode, stdout, stderr } = await consulted({ run: () => Promise.resolve(FAILED) }, {}, 'text');
    expect({ exitCode, stdout }).toEqual({ exitCode: 10, stdout: 'It is\n' });
    expect(stderr).toBe('TIMEOUT: no answer within 1 s; allow more time\nPartial response:\ncodex · 1.0 s\n');
  });

  it('says nothing of a partial answer where there is none', async () => {
    const { partialAnswer, ...failed } = FAILED as Extract<typeof FAILED, { status: 'failed' }>;
    const { stdout, stderr } = await consulted({ run: () => Promise.resolve(failed) }, {}, 'text');
    expect(partialAnswer).toBe('It is');
    expect(stdout).toBe('');
    expect(stderr).not.toContain('Partial');
  });

  it('shows progress on a terminal and removes it before the answer', async () => {
    const { both, stdout } = await consulted(
      {
        terminals: true,
        run: (_, host) => {
          host.onProgress({ type: 'phase', phase: 'working', backend: 'codex' });
          return Promise.resolve(ANSWERED);
        },
      },
      {},
      'text',
    );
    expect(stdout).toBe('It is safe.\n');
    expect(both).toContain('codex: working · 0 s\r\u001b[2KIt is safe.\n\u001b[2mcodex (m-1)');
  });

  it('writes no control sequence elsewhere', async () => {
    const { both } = await consulted({ run: () => Promise.resolve(FAILED) }, {}, 'text');
    for (const control of ['\u001b', '\r']) expect(both).not.toContain(control);
  });
});

describe.each([
  ['json', (line: string) => turnOutcomeSchema.parse(JSON.parse(line))],
  ['events', (line: string) => turnEventSchema.parse(JSON.parse(line))],
] as const)('consult: --%s', (format, parse) => {
  const wrapped = (outcome: unknown) => (format === 'json' ? outcome : { type: 'outcome', outcome });

  it.each([
    ['an answer', ANSWERED, 0],
    ['a failure', FAILED, 10],
  ])('prints %s as its last line and nothing on standard error', async (_, outcome, exitCode) => {
    const seen = await consulted(
      { terminals: true, run: () => Promise.resolve(outcome) },
      { [format]: true },
      'text',
    );
    expect(seen).toMatchObject({ exitCode, stderr: '' });
    expect(seen.stdout).toBe(`${JSON.stringify(wrapped(outcome))}\n`);
  });

  it.each([
    ['no proposal', { stdin: '' }, 'INPUT_LIMIT', 2],
    [
      'operations that cannot be composed or break',
      { stdin: 'x', run: () => Promise.reject(new Error('bug')) },
      'PROCESS_ERROR',
      11,
    ],
  ] as const)('prints an outcome also for %s', async (_, script, code: ErrorCode, exitCode) => {
    const seen = await consulted(script, { [format]: true });
    expect(seen).toMatchObject({ exitCode, stderr: '' });
    expect(parse(seen.stdout)).toMatchObject(wrapped({ status: 'failed', failure: { code } }) as object);
  });
});

/** A turn that asks, and runs where it may. */
const asking: Script['run'] = async (_, { askConsent, onProgress }) => {
  onProgress({ type: 'phase', phase: 'planning' });
  const question = {
    ...({ backend: 'codex', model: 'big-model', basis: 'ask_rule' } as const),
    ...{ reason: 'a rule asks', isRememberable: false },
  };
  const answer = await askConsent?.(question, new AbortController().signal);
  onProgress({ type: 'phase', phase: 'working', backend: 'codex' });
  return answer?.isGiven === true ? ANSWERED : FAILED;
};

describe('consult: consent', () => {
  const typing = (line: string) => ({ readLine: () => Promise.resolve(line), close: () => undefined });

  it.each([{}, { json: true }, { events: true }])('asks at the terminal with %j', async (flags) => {
    const script = { terminals: true, run: asking };
    const yes = await consulted({ ...script, terminal: typing('yes') }, flags, 'text');
    expect(yes.exitCode).toBe(0);
    expect(yes.stderr).toContain('CoAgent8 was asked to run Codex with the model "big-model"');
    expect(yes.stdout).not.toContain('was asked to run');
    expect((await consulted({ ...script, terminal: typing('') }, flags, 'text')).exitCode).toBe(10);
  });

  it('shows no progress beside the question', async () => {
    const { stderr } = await consulted(
      { terminals: true, variables: { NO_COLOR: '1' }, run: asking, terminal: typing('yes') },
      {},
      'text',
    );
    expect(stderr).toContain('choosing backend and model · 0 s\r\u001b[2KCoAgent8 was asked to run');
    expect(stderr).toContain('yes or No: \r\u001b[2K⠙ codex: working');
  });
});

describe('consult: what goes on in the background', () => {
  it('is waited for when all is said', async () => {
    let said = '';
    const { world, written } = createScriptedWorld({
      settled: () => {
        said = written.stdout;
        return Promise.resolve();
      },
    });
    await consult(world, FLAGS, 'text');
    expect(said).toBe('It is safe.\n');
  });

  it.each(['before', 'while'])('is not waited for where the command is stopped %s', async (when) => {
    const stopping = new AbortController();
    const script: Script = {
      signal: stopping.signal,
      run: () => {
        if (when === 'before') stopping.abort();
        return Promise.resolve(ANSWERED);
      },
      settled: () => {
        stopping.abort();
        return new Promise(() => undefined);
      },
    };
    expect((await consulted(script, {}, 'text')).exitCode).toBe(0);
  });
});

describe('consult: formats', () => {
  it('refuses two at once', async () => {
    const { exitCode, stdout } = await consulted({}, { json: true, events: true }, 'text');
    expect(exitCode).toBe(2);
    expect(stdout).toContain('--json and --events exclude each other');
  });
});

describe('consult: standard input beside a text', () => {
  const NOTE = 'note: standard input is not read';

  it('says that what is sent along is not read', async () => {
    const { stderr, requests } = await consulted({ stdinIsSent: true, stdin: 'diff' }, {}, 'text');
    expect(stderr).toMatch(new RegExp(`^${NOTE}.*\\n`));
    expect(requests).toMatchObject([{ proposal: 'text' }]);
  });

  it.each([
    [{ stdinIsSent: false }, 'text'],
    [{ stdinIsSent: true, stdin: 'diff' }, '-'],
    [{ stdinIsSent: true, stdin: 'diff' }, undefined],
  ])('has nothing to say of %j with %j', async (script, text) => {
    expect((await consulted(script, {}, text)).stderr).not.toContain(NOTE);
  });
});
