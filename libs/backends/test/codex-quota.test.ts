import { readFileSync } from 'node:fs';

import { CoAgentError } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import type { ExamineRequest } from '../src/backend.js';
import { createCodexBackend } from '../src/codex/adapter.js';
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
import { createScriptedProcess, spawning } from './scripted-process.js';
import { nameOf } from './transcript-cues.js';
import { WORKSPACE } from './transcripts.js';

/** What Codex 0.171.0 told of a made-up account, and of one whose limit is reached. */
const RECORDED = readFileSync(new URL('fixtures/codex-quota.jsonl', import.meta.url), 'utf8');
const [PLUS = '', REACHED = ''] = RECORDED.split('\n');
const [INTRODUCTION = ''] = readFileSync(
  new URL('fixtures/codex-models.jsonl', import.meta.url),
  'utf8',
).split('\n');
const NOW_MS = Date.parse('2026-12-01T08:00:00Z');

const request = (signal = new AbortController().signal): ExamineRequest => ({
  executable: { path: '/usr/bin/codex', source: 'path' },
  workspacePath: WORKSPACE,
  environment: { variables: {}, homeDirectory: '/nowhere', workingDirectory: '/', platform: 'linux' },
  passVariables: [],
  signal,
});

/** Reads from a scripted app-server, which has ended when the reading is over. */
async function read(reply: string, { exitCode = 0, staysOpen = true } = {}) {
  const output = [INTRODUCTION, reply]
    .filter(Boolean)
    .map((line) => `${line}\n`)
    .join('');
  const agent = createScriptedProcess({ output, exitCode, staysOpen });
  const backend = createCodexBackend({ spawn: spawning(agent), now: () => NOW_MS });
  const reading = await backend.readQuota(request()).finally(() => agent.ended);
  return { reading, sent: agent.sent };
}
const result = (value: unknown) => JSON.stringify({ id: 2, result: value });
const refusal = (message: string) => JSON.stringify({ id: 2, error: { code: -32600, message } });

const window = replies({ usedPercent: number, windowDurationMins: number, resetsAt: number });
const limit = replies({
  ...{ limitId: text, limitName: text, planType: text, rateLimitReachedType: text },
  ...{ primary: window, secondary: window, spendControlReached: fc.boolean() },
});
const reply = replies({
  rateLimits: limit,
  rateLimitsByLimitId: fc.dictionary(text, limit),
  ordinaryUsageAllowed: fc.boolean(),
});

describe('the limits of an account', () => {
  it('are read without a thread, and without whose they are', async () => {
    const { reading, sent } = await read(PLUS);
    expect(reading).toEqual({
      readAt: '2026-12-01T08:00:00.000Z',
      windows: [
        { name: 'primary', usedPercent: 37, windowMinutes: 300, resetsAt: '2026-11-30T11:49:16.000Z' },
        { name: 'secondary', usedPercent: 12, windowMinutes: 10_080, resetsAt: '2026-12-01T11:19:16.000Z' },
      ],
      plan: 'plus',
      isLimited: false,
    });
    expect(sent.map(nameOf)).toEqual(['initialize', 'initialized', 'account/rateLimits/read']);
  });

  it('may be reached', async () => {
    const { reading } = await read(REACHED);
    expect(reading.isLimited).toBe(true);
    expect(reading.windows).toMatchObject([{ name: 'primary', usedPercent: 100 }]);
  });

  it.each([
    ['codex account authentication required to read rate limits', 'nobody is signed in'],
    ['chatgpt authentication required to read rate limits', 'not of a key'],
  ])('are not known where it says %j', async (message, because) => {
    expect((await read(refusal(message))).reading).toEqual({
      readAt: '2026-12-01T08:00:00.000Z',
      windows: [],
      unknownBecause: expect.stringContaining(because),
    });
  });
});

describe('a reading fails', () => {
  it.each([
    ['is nothing', result(null)],
    ['has no limits', result({})],
    ['has a text for a window', result({ rateLimits: { primary: 'full' } })],
    ['has a text for a part', result({ rateLimits: { primary: { usedPercent: '37' } } })],
    ['is no JSON', 'limits: none'],
    ['breaks off', '{"id":2,'],
  ])('where the reply %s', async (_, line) => {
    await expect(read(line)).rejects.toMatchObject({ code: 'PROTOCOL_ERROR' });
  });

  it.each([
    [0, 'PROTOCOL_ERROR'],
    [3, 'PROCESS_ERROR'],
  ])('where Codex ends before it replies, with exit code %d', async (exitCode, code) => {
    await expect(read('', { exitCode, staysOpen: false })).rejects.toMatchObject({ code });
  });

  it('where nobody waits for it', async () => {
    const cancelled = new CoAgentError('ABORTED', 'the caller cancelled');
    const neverSpawned = () => Promise.reject(new Error('it was started'));
    const backend = createCodexBackend({ spawn: neverSpawned });
    await expect(backend.readQuota(request(AbortSignal.abort(cancelled)))).rejects.toBe(cancelled);
  });
});

it('whatever the reply, a reading is sound or fails as one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(reply, fc.jsonValue()), async (value) => {
      await requireSound(read(result(value)).then(({ reading }) => reading));
    }),
    { numRuns: 200 },
  );
});

describe('a recorded reply', () => {
  it('with one member that is missing or wrong is a sound reading, or fails as one', async () => {
    for (const line of [PLUS, REACHED])
      await requireSoundSpoiled(JSON.parse(line).result, async (json) => {
        return (await read(`{"id":2,"result":${json}}`)).reading;
      });
  });

  it('with more limits than anyone has, of names that nobody should be shown, is a bounded reading', async () => {
    const { rateLimits } = JSON.parse(PLUS).result;
    const other = { ...rateLimits, limitId: 'x', limitName: HOSTILE_NAME, planType: HOSTILE_NAME };
    const others = Array.from({ length: MANY_WINDOWS / 2 }, (_, index) => [`limit-${index}`, other]);
    const value = {
      rateLimits: { ...rateLimits, planType: HOSTILE_NAME },
      rateLimitsByLimitId: Object.fromEntries(others),
    };
    requireBounded((await read(result(value))).reading);
  });
});
