import type { TurnOperations, TurnRequest } from '@coagent8/contracts';
import { turnRequestSchema } from '@coagent8/contracts';
import { describeProgress } from '@coagent8/execution';
import { afterEach, describe, expect, it, jest } from '@jest/globals';

import { answered, openWire } from './wire.js';

/** Calls consult with `given`; gives the result and the requests that reached the work. */
async function consult(given?: unknown) {
  const requests: TurnRequest[] = [];
  const wire = openWire({
    run: async (request) => {
      requests.push(request);
      return answered('Yes.');
    },
  });
  await wire.initialize();
  const { result, error } = await wire.consult(given).reply;
  return { result, error, requests };
}

afterEach(() => {
  jest.useRealTimers();
});

describe('consult', () => {
  it('asks for what the caller said and the defaults for the rest', async () => {
    const { requests, result } = await consult({ proposal: 'Is it right?' });
    expect(turnRequestSchema.parse(requests[0])).toEqual({
      schemaVersion: 1,
      operation: 'consult',
      proposal: 'Is it right?',
      backend: 'auto',
      timeoutMs: 900_000,
      origin: { directory: '/srv/app', roots: [], caller: 'wire' },
    });
    expect(result).toEqual({
      content: [{ type: 'text', text: 'Yes.\n\n> codex (m) · 1.0 s' }],
      isError: false,
    });
  });

  it('passes every argument on', async () => {
    const { requests } = await consult({
      proposal: 'p',
      task_type: 'debug',
      context_files: ['a.ts'],
      specific_questions: ['why?'],
      backend: 'claude',
      workspace_path: '/srv/other',
      model: 'some-model',
      reasoning_effort: 'high',
      output_price_below: 2.5,
      timeout_ms: 100,
    });
    expect(requests[0]).toMatchObject({
      proposal: 'p',
      taskType: 'debug',
      contextFiles: ['a.ts'],
      specificQuestions: ['why?'],
      backend: 'claude',
      workspacePath: '/srv/other',
      model: 'some-model',
      reasoningEffort: 'high',
      outputPriceBelow: 2.5,
      timeoutMs: 100,
    });
  });

  it('takes file_paths for context_files', async () => {
    expect((await consult({ proposal: 'p', file_paths: ['a'] })).requests[0]?.contextFiles).toEqual(['a']);
  });

  const paths = (count: number) => Array.from({ length: count }, (_, index) => `f${index}`);
  it.each([
    { output_price_below: Number.MIN_VALUE },
    { output_price_below: Number.MAX_VALUE },
    { timeout_ms: 100 },
    { timeout_ms: 1_800_000 },
    { context_files: paths(100) },
    { file_paths: paths(100) },
  ])('accepts what is at a limit', async (args) => {
    expect((await consult({ proposal: 'p', ...args })).requests).toHaveLength(1);
  });

  const timeout = 'expected an integer from 100 to 1800000';
  const price = 'expected a number above 0';
  const files = 'expected an array of at most 100 non-empty strings';
  it.each<[string, unknown, string]>([
    ['nothing', undefined, '"proposal" is missing, expected a non-empty string'],
    ['null', null, '"proposal" is missing, expected a non-empty string'],
    ['an array', ['p'], '"arguments" is an array of 1, expected an object with named arguments'],
    ['a text', 'p', '"arguments" is "p", expected an object with named arguments'],
    ['an empty proposal', { proposal: '' }, '"proposal" is empty, expected a non-empty string'],
    [
      'a blank proposal',
      { proposal: ' \n' },
      '"proposal" is a text of 2 characters, expected a text that is not blank',
    ],
    ['a number', { proposal: 7 }, '"proposal" is 7, expected a non-empty string'],
    ['a misspelt name', { proposl: 'p' }, '"proposl" is unknown (did you mean "proposal"?)'],
    ['camel case', { proposal: 'p', timeoutMs: 5 }, '"timeoutMs" is unknown (did you mean "timeout_ms"?)'],
    [
      'a part of a name',
      { proposal: 'p', effort: 'high' },
      '"effort" is unknown (did you mean "reasoning_effort"?)',
    ],
    ['an argument of later', { proposal: 'p', session_handle: 'ses_1' }, '"session_handle" is unknown;'],
    ['a number in a text', { proposal: 'p', timeout_ms: '5000' }, `"timeout_ms" is "5000", ${timeout}`],
    ['too short a time', { proposal: 'p', timeout_ms: 99 }, `"timeout_ms" is 99, ${timeout}`],
    ['too long a time', { proposal: 'p', timeout_ms: 1_800_001 }, `"timeout_ms" is 1800001, ${timeout}`],
    ['half a millisecond', { proposal: 'p', timeout_ms: 100.5 }, `"timeout_ms" is 100.5, ${timeout}`],
    ['no price', { proposal: 'p', output_price_below: 0 }, `"output_price_below" is 0, ${price}`],
    ['a price below none', { proposal: 'p', output_price_below: -1 }, `"output_price_below" is -1, ${price}`],
    [
      'a price in a text',
      { proposal: 'p', output_price_below: '5' },
      `"output_price_below" is "5", ${price}`,
    ],
    [
      'a price of null',
      { proposal: 'p', output_price_below: null },
      `"output_price_below" is null, ${price}`,
    ],
    ['null for a default', { proposal: 'p', timeout_ms: null }, `"timeout_ms" is null, ${timeout}`],
    [
      'an unknown backend',
      { proposal: 'p', backend: 'gemini' },
      '"backend" is "gemini", expected one of auto, codex, agy, claude, smart_quota',
    ],
    [
      'an unknown task',
      { proposal: 'p', task_type: 'review' },
      '"task_type" is "review", expected one of architecture, debug, implementation',
    ],
    ['one file as a text', { proposal: 'p', context_files: 'a.ts' }, `"context_files" is "a.ts", ${files}`],
    [
      '101 files',
      { proposal: 'p', context_files: paths(101) },
      `"context_files" is an array of 101, ${files}`,
    ],
    ['101 files', { proposal: 'p', file_paths: paths(101) }, `"file_paths" is an array of 101, ${files}`],
    [
      'an empty name',
      { proposal: 'p', context_files: ['a', ''] },
      '"context_files[1]" is empty, expected a non-empty string',
    ],
    ['an object', { proposal: 'p', model: {} }, '"model" is an object, expected a non-empty string'],
    ['false', { proposal: 'p', model: false }, '"model" is false, expected a non-empty string'],
    [
      'both names',
      { proposal: 'p', context_files: ['a'], file_paths: ['a'] },
      '"file_paths" and "context_files" are two names of one argument',
    ],
  ])('refuses %s and starts nothing', async (_, given, problem) => {
    const { result, error, requests } = await consult(given);
    expect(error).toBeUndefined();
    expect(result.isError).toBe(true);
    const { text } = result.content[0];
    expect(text).toMatch(/^> INPUT_LIMIT: consult cannot take these arguments: /);
    expect(text).toContain(problem);
    expect(text).toContain('; correct them and call again, nothing was started');
    expect(text).not.toContain('\n');
    expect(requests).toEqual([]);
  });

  it('refuses a price without end, which only JSON can write', async () => {
    const run = jest.fn<TurnOperations['run']>();
    const wire = openWire({ run });
    await wire.initialize();
    const given = '{"proposal":"p","output_price_below":1e999}';
    wire.stdin.write(
      `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"consult","arguments":${given}}}\n`,
    );
    const { result } = await wire.next(({ id }) => id === 7);
    expect(result.content[0].text).toContain(`"output_price_below" is Infinity, ${price}`);
    expect(run).not.toHaveBeenCalled();
  });

  it('names all that is wrong at once, and the arguments there are', async () => {
    const { result } = await consult({ files: [], timeout_ms: 1 });
    const { text } = result.content[0];
    expect(text).toContain('"proposal" is missing');
    expect(text).toContain('"timeout_ms" is 1,');
    expect(text).toContain('"files" is unknown');
    expect(text).toMatch(/consult takes proposal, task_type, context_files, .*, file_paths$/);
  });

  it('never repeats what may be a secret, and never grows without bound', async () => {
    const secret = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789';
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`x${index}`, secret]));
    const { result } = await consult({ proposal: 'p', backend: secret, [secret]: 1, ...many });
    expect(result.content[0].text).not.toContain('sk-proj');
    expect(result.content[0].text).toContain('more problems');
    expect(result.content[0].text.length).toBeLessThan(1_000);
  });
});

describe('a call', () => {
  it('turns an unexpected rejection into an error result', async () => {
    const wire = openWire({ run: () => Promise.reject(new Error('boom')) });
    await wire.initialize();
    const { result } = await wire.consult({ proposal: 'p' }).reply;
    expect(result.isError).toBe(true);
    expect(result.content[0].text).toMatch(/^> PROCESS_ERROR: unexpected failure: boom; /);
  });

  it('is independent of the others', async () => {
    const release = new Map<string, () => void>();
    const wire = openWire({
      run: (request) =>
        new Promise((resolve) =>
          release.set(request.proposal, () => resolve(answered(`done ${request.proposal}`))),
        ),
    });
    await wire.initialize();
    const first = wire.consult({ proposal: 'one' });
    const second = wire.consult({ proposal: 'two' });
    await wire.request('ping');
    release.get('two')?.();
    expect((await second.reply).result.content[0].text).toContain('done two');
    expect(wire.received.some(({ id }) => id === first.id)).toBe(false);
    release.get('one')?.();
    expect((await first.reply).result.content[0].text).toContain('done one');
  });

  it('ends its turn when the client cancels it, and is not answered', async () => {
    const ended = jest.fn();
    const wire = openWire({
      run: (request, { signal }) =>
        request.proposal === 'quick'
          ? Promise.resolve(answered('Quick.'))
          : new Promise((resolve) =>
              signal.addEventListener('abort', () => {
                ended();
                resolve(answered('too late'));
              }),
            ),
    });
    await wire.initialize();
    const call = wire.consult({ proposal: 'slow' });
    await wire.request('ping');
    wire.notify('notifications/cancelled', { requestId: call.id, reason: 'the user said so' });
    await wire.consult({ proposal: 'quick' }).reply;
    expect(ended).toHaveBeenCalledTimes(1);
    expect(wire.received.some(({ id }) => id === call.id)).toBe(false);
  });

  it('reports progress under the token of the client, and none without', async () => {
    const wire = openWire({ run: stepByStep });
    await wire.initialize();
    await wire.consult({ proposal: 'p' }).reply;
    await wire.consult({ proposal: 'p' }, { progressToken: 0 }).reply;
    const progress = wire.received.filter(({ method }) => method === 'notifications/progress');
    expect(progress.map(({ params }) => params)).toEqual([
      { progressToken: 0, progress: 1, message: describeProgress({ type: 'phase', phase: 'gathering' }) },
    ]);
  });

  it('reports no half of a character, which strict readers of JSON refuse', async () => {
    const wire = openWire({
      run: async (_, { onProgress }) => {
        onProgress({ type: 'operation', operations: 0, label: 'Read \ud83d' });
        return answered('Half of one: \ud83d');
      },
    });
    await wire.initialize();
    const { result } = await wire.consult({ proposal: 'p' }, { progressToken: 't' }).reply;
    expect(result.content[0].text).toMatch(/^Half of one: \ufffd\n/);
    const [note] = wire.received.filter(({ method }) => method === 'notifications/progress');
    expect(note?.params).toMatchObject({ message: 'operation 1: Read \ufffd' });
  });

  it('reports nothing after the result', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const wire = openWire({ run: stepByStep });
    await wire.initialize();
    await wire.consult({ proposal: 'p' }, { progressToken: 't' }).reply;
    const before = wire.received.length;
    await jest.advanceTimersByTimeAsync(60_000);
    await wire.request('ping');
    expect(wire.received).toHaveLength(before + 1);
  });
});

const stepByStep: TurnOperations['run'] = async (_, { onProgress }) => {
  onProgress({ type: 'phase', phase: 'gathering' });
  onProgress({ type: 'phase', phase: 'planning' });
  return answered('Yes.');
};
