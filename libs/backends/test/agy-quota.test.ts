import type { runToEnd } from '@coagent8/runtime';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import type { ExamineRequest } from '../src/backend.js';
import { createAgyBackend } from '../src/agy/adapter.js';
import { NEEDED_FLAGS } from '../src/agy/profile.js';
import {
  HOSTILE_NAME,
  MANY_WINDOWS,
  number,
  replies,
  requireBounded,
  requireSound,
  requireSoundSpoiled,
  text,
} from './quota-replies.js';
import { WORKSPACE } from './transcripts.js';

const NOW_MS = Date.parse('2026-12-01T08:00:00Z');

/** How a scripted agy answers to `/usage`. */
interface Answer {
  readonly stdout?: string;
  readonly exitCode?: number;
  readonly diagnostics?: string;
  readonly stopReason?: 'exit' | 'timeout';
  readonly leavesGroup?: boolean;
}

const request: ExamineRequest = {
  executable: { path: process.execPath, source: 'path' },
  workspacePath: WORKSPACE,
  environment: { variables: {}, homeDirectory: '/nowhere', workingDirectory: '/', platform: 'linux' },
  passVariables: [],
  signal: new AbortController().signal,
};

function read(answer: Answer, flags: readonly string[] = NEEDED_FLAGS) {
  const starts: (readonly string[])[] = [];
  const help: Answer = { stdout: flags.map((flag) => `  --${flag}\n`).join('') };
  const run: typeof runToEnd = async ({ args }) => {
    starts.push(args);
    const isProbe = args[0] === '--help' || args[0] === '--version';
    const { stdout = '', stopReason = 'exit', ...end } = isProbe ? help : answer;
    return {
      ...{ stdout, stopReason, truncated: false },
      end: {
        ...{ pid: 2, exitCode: 0, signal: null, diagnostics: '', diagnosticsTruncated: false, ...end },
        remains: { groupAlive: end.leavesGroup ?? false, pipeHeld: false },
      },
    };
  };
  const reading = createAgyBackend({ run, now: () => NOW_MS }).readQuota(request);
  return { reading, starts };
}
const told = (value: unknown) => read({ stdout: `${JSON.stringify(value)}\n` }).reading;
const usage = (groups: unknown, more: Record<string, unknown> = {}) => ({
  ...{ status: 'SUCCESS', num_turns: 0, response: '', command: { name: 'usage', data: { groups } } },
  ...more,
});

const bucket = replies({ id: text, window: text, remaining_fraction: number, reset_time: text });
const reply = replies({
  status: fc.constantFrom('SUCCESS', 'ERROR'),
  num_turns: fc.constant(0),
  error: text,
  command: replies({
    name: fc.constant('usage'),
    data: replies({ groups: fc.array(replies({ name: text, buckets: fc.array(bucket) })) }),
  }),
});

describe('the limits', () => {
  it('are read, and what does not remain known is not known', async () => {
    const buckets = [
      { id: 'swift-weekly', window: 'weekly', remaining_fraction: 0.9, reset_time: '2100-01-01T00:00:00Z' },
      { id: 'swift-5h', window: '5h', new_member: 1 },
    ];
    expect(await told(usage([{ name: 'Swift Models', buckets }]))).toEqual({
      readAt: '2026-12-01T08:00:00.000Z',
      windows: [
        {
          ...{ name: 'swift-weekly', usedPercent: 10, windowMinutes: 10_080, models: ['Swift Models'] },
          resetsAt: '2100-01-01T00:00:00.000Z',
        },
        { name: 'swift-5h', windowMinutes: 300, models: ['Swift Models'] },
      ],
    });
  });

  it('may be none', async () => {
    expect(await told(usage([]))).toMatchObject({ windows: [], unknownBecause: expect.any(String) });
  });

  it('are asked for of no agy that would give the question to a model', async () => {
    const { reading, starts } = read(
      {},
      NEEDED_FLAGS.filter((flag) => flag !== 'disable-slash-commands'),
    );
    await expect(reading).rejects.toMatchObject({ code: 'CLI_UNSUPPORTED' });
    expect(starts.flat().toSorted()).toEqual(['--help', '--version']);
  });
});

describe('a reading fails', () => {
  const quoted = 'Error 429, Message: slow down, Status: RESOURCE_EXHAUSTED, Details: [retryDelay:40s]';
  it.each<[string, Answer, string]>([
    ['no JSON', { stdout: 'Usage of agy:' }, 'PROTOCOL_ERROR'],
    ['nothing', { stdout: '' }, 'PROTOCOL_ERROR'],
    ['half of it', { stdout: '{"status":"SUCC' }, 'PROTOCOL_ERROR'],
    ['an answer of a model', { stdout: JSON.stringify(usage([], { num_turns: 1 })) }, 'PROTOCOL_ERROR'],
    [
      'a sign-in that is missing',
      { stdout: '{"status":"ERROR","error":"authentication failed or timed out"}', exitCode: 1 },
      'AUTH_REQUIRED',
    ],
    [
      'the same on stderr alone',
      { diagnostics: 'error: authentication failed or timed out', exitCode: 1 },
      'AUTH_REQUIRED',
    ],
    ['a limit', { stdout: JSON.stringify({ status: 'ERROR', error: quoted }), exitCode: 3 }, 'RATE_LIMITED'],
    [
      'an error of the server',
      { diagnostics: 'AGY_ERROR: {"short_error":"no","status":"UNAVAILABLE","error_code":503}', exitCode: 3 },
      'PROCESS_ERROR',
    ],
    ['a crash', { stdout: JSON.stringify(usage([])), exitCode: 2, diagnostics: 'panic' }, 'PROCESS_ERROR'],
    ['silence', { stopReason: 'timeout' }, 'PROTOCOL_ERROR'],
    [
      'a link to sign in',
      { stopReason: 'timeout', diagnostics: 'Authentication required. Please visit the URL to log in:' },
      'AUTH_REQUIRED',
    ],
  ])('with %s', async (_, answer, code) => {
    await expect(read(answer).reading).rejects.toMatchObject({ code });
  });

  it('and says what may still be alive of it', async () => {
    await expect(read({ stdout: '', leavesGroup: true }).reading).rejects.toMatchObject({
      code: 'PROTOCOL_ERROR',
      message: expect.stringContaining('alive'),
    });
  });
});

it('whatever the reply, a reading is sound or fails as one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(reply, fc.jsonValue()), (value) =>
      // It may tell of an error of its own.
      requireSound(told(value), ['PROTOCOL_ERROR', 'PROCESS_ERROR']),
    ),
    { numRuns: 200 },
  );
});

describe('a reply as it is recorded', () => {
  /** As 1.2.16 tells. */
  const buckets = [
    { id: 'swift-weekly', name: 'Weekly', window: 'weekly', remaining_fraction: 0.9 },
    { id: 'swift-5h', window: '5h', remaining_fraction: 1, reset_time: '2100-01-01T00:00:00Z' },
  ];
  const recorded = usage([{ name: 'Swift Models', buckets }]);

  it('with one member that is missing or wrong is a sound reading, or fails as one', async () => {
    await requireSoundSpoiled(recorded, (json) => read({ stdout: `${json}\n` }).reading, [
      'PROTOCOL_ERROR',
      'PROCESS_ERROR',
    ]);
  });

  it('with more windows than anyone has, of names that nobody should be shown, is a bounded reading', async () => {
    const bucket = { id: HOSTILE_NAME, window: HOSTILE_NAME, reset_time: HOSTILE_NAME };
    const groups = [{ name: HOSTILE_NAME, buckets: Array(MANY_WINDOWS).fill(bucket) }];
    requireBounded(await told(usage(groups)));
  });
});
