import { CoAgentError } from '@coagent8/contracts';
import type { runToEnd } from '@coagent8/runtime';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import type { ExamineRequest } from '../src/backend.js';
import { createClaudeBackend } from '../src/claude/adapter.js';
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

const NOW_MS = Date.parse('2026-12-01T08:00:00Z');
const FLAGS = [
  ...['--restricted', '--strict-mcp-config', '--disable-slash-commands', '--permission-mode'],
  ...['--permission-prompts', '--tools'],
];

/** A Claude Code that has been asked for its flags. */
const run: typeof runToEnd = async () => ({
  ...{ stdout: FLAGS.join(' '), truncated: false, stopReason: 'exit' },
  end: {
    ...{ pid: 2, exitCode: 0, signal: null, diagnostics: '', diagnosticsTruncated: false },
    remains: { groupAlive: false, pipeHeld: false },
  },
});

const request = (signal = new AbortController().signal): ExamineRequest => ({
  executable: { path: process.execPath, source: 'path' },
  workspacePath: WORKSPACE,
  environment: { variables: {}, homeDirectory: '/nowhere', workingDirectory: '/', platform: 'linux' },
  passVariables: [],
  signal,
});

const said = (response: Record<string, unknown>) =>
  JSON.stringify({ type: 'control_response', response: { request_id: 'get_usage', ...response } });
const told = (response: unknown) => said({ subtype: 'success', response });

/** Reads from a scripted Claude Code, which has ended when the reading is over. */
async function read(line: string, { exitCode = 0, staysOpen = true } = {}) {
  const agent = createScriptedProcess({ output: `${line}\n`, exitCode, staysOpen });
  const backend = createClaudeBackend({ spawn: spawning(agent), run, now: () => NOW_MS });
  const reading = await backend.readQuota(request()).finally(() => agent.ended);
  return { reading, sent: agent.sent };
}

const window = replies({ utilization: number, resets_at: fc.oneof(text, number) });
const reply = replies({
  subscription_type: text,
  rate_limits_available: fc.boolean(),
  rate_limits: replies({
    ...{ five_hour: window, seven_day: window, seven_day_swift: window, seven_day_oauth_apps: window },
    model_scoped: fc.array(replies({ display_name: text, utilization: number, resets_at: text })),
  }),
});

describe('the limits of a plan', () => {
  it('are asked for without a prompt, and without a look at transcripts', async () => {
    const rate_limits = { five_hour: { utilization: 42, resets_at: '2026-12-01T10:00:00Z' } };
    const { reading, sent } = await read(
      told({ session: {}, subscription_type: 'max', rate_limits_available: true, rate_limits }),
    );
    expect(reading).toEqual({
      readAt: '2026-12-01T08:00:00.000Z',
      windows: [
        { name: 'five_hour', usedPercent: 42, windowMinutes: 300, resetsAt: '2026-12-01T10:00:00.000Z' },
      ],
      plan: 'max',
    });
    expect(sent.map(nameOf)).toEqual(['get_usage']);
    expect(sent[0]?.request).toEqual({ subtype: 'get_usage', skip_behaviors: true });
  });

  it('are not known to a version that cannot be asked', async () => {
    const error = 'Unsupported control request subtype: get_usage';
    expect((await read(said({ subtype: 'error', error }))).reading).toMatchObject({
      windows: [],
      unknownBecause: expect.stringContaining('version'),
    });
  });
});

describe('a reading fails', () => {
  it.each([
    ['is nothing', told(null)],
    ['has a text for the limits', told({ rate_limits: 'full' })],
    ['has a text for a part', told({ rate_limits: { five_hour: { utilization: '42' } } })],
    ['is no JSON', 'limits: none'],
    ['breaks off', '{"type":"control_response",'],
  ])('where the reply %s', async (_, line) => {
    await expect(read(line)).rejects.toMatchObject({ code: 'PROTOCOL_ERROR' });
  });

  it('where it is refused', async () => {
    await expect(read(said({ subtype: 'error', error: 'not today' }))).rejects.toMatchObject({
      code: 'PROCESS_ERROR',
      message: expect.stringContaining('get_usage'),
    });
  });

  it('where nobody waits for it', async () => {
    const cancelled = new CoAgentError('ABORTED', 'the caller cancelled');
    const backend = createClaudeBackend({ spawn: () => Promise.reject(new Error('it was started')), run });
    await expect(backend.readQuota(request(AbortSignal.abort(cancelled)))).rejects.toBe(cancelled);
  });
});

it('whatever the reply, a reading is sound or fails as one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(reply, fc.jsonValue()), async (value) => {
      await requireSound(read(told(value)).then(({ reading }) => reading));
    }),
    { numRuns: 200 },
  );
});

describe('a reply as it is recorded', () => {
  /** As 2.1.332 tells of a plan. */
  const plan = {
    session: { total_cost_usd: 0 },
    subscription_type: 'max',
    rate_limits_available: true,
    rate_limits: {
      five_hour: { utilization: 42.5, resets_at: '2026-12-01T10:00:00.123456+00:00' },
      seven_day: { utilization: 12, resets_at: 1_796_123_956 },
      seven_day_swift: { utilization: 7, resets_at: null },
      model_scoped: [{ display_name: 'Swift', utilization: 3, resets_at: '2026-12-05T10:00:00Z' }],
      extra_usage: { is_enabled: false, utilization: null },
    },
  };

  it('with one member that is missing or wrong is a sound reading, or fails as one', async () => {
    await requireSoundSpoiled(plan, async (json) => (await read(told('@').replace('"@"', json))).reading);
  });

  it('with more windows than anyone has, of names that nobody should be shown, is a bounded reading', async () => {
    const scoped = { display_name: HOSTILE_NAME, utilization: 3, resets_at: HOSTILE_NAME };
    const rate_limits = { model_scoped: Array(MANY_WINDOWS).fill(scoped) };
    requireBounded((await read(told({ ...plan, subscription_type: HOSTILE_NAME, rate_limits }))).reading);
  });
});
