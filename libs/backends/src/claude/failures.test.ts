import { describe, expect, it } from '@jest/globals';

import {
  classifyResult,
  exitFailure,
  failureOfRetry,
  OWN_WAIT_MAX_MS,
  RETRY_WAIT_MAX_MS,
} from './failures.js';
import type { FailureContext } from './failures.js';
import type { TurnResult } from './known-events.js';

const failed: TurnResult = { subtype: 'success', is_error: true, result: 'API Error: it broke' };

function classify(change: Partial<TurnResult>, context: Partial<FailureContext> = {}) {
  return classifyResult({ ...failed, ...change }, { isBroken: false, isToolOpen: false, ...context });
}

describe('classifyResult', () => {
  it.each([
    [401, 'AUTH_REQUIRED'],
    [403, 'AUTH_REQUIRED'],
    [402, 'RATE_LIMITED'],
    [404, 'MODEL_UNAVAILABLE'],
    [413, 'INPUT_LIMIT'],
    [429, 'RATE_LIMITED'],
    [400, 'PROCESS_ERROR'],
    [500, 'PROCESS_ERROR'],
    [529, 'PROCESS_ERROR'],
  ])('takes status %d for %s', (status, code) => {
    expect(classify({ api_error_status: status }).code).toBe(code);
  });

  it.each([
    ['authentication_failed', 'AUTH_REQUIRED'],
    ['oauth_org_not_allowed', 'AUTH_REQUIRED'],
    ['account_on_hold', 'AUTH_REQUIRED'],
    ['cloud_credential_error', 'AUTH_REQUIRED'],
    ['billing_error', 'RATE_LIMITED'],
    ['rate_limit', 'RATE_LIMITED'],
    ['model_not_found', 'MODEL_UNAVAILABLE'],
    ['overloaded', 'PROCESS_ERROR'],
    ['context_window', 'INPUT_LIMIT'],
    ['max_output_tokens', 'PROCESS_ERROR'],
    ['server_error', 'PROCESS_ERROR'],
    ['unknown', 'PROTOCOL_ERROR'],
    ['novel', 'PROCESS_ERROR'],
    ['toString', 'PROCESS_ERROR'],
  ])('takes the error %s for %s', (messageError, code) => {
    expect(classify({}, { messageError }).code).toBe(code);
  });

  it('takes what nobody knows for a tool that broke, where one was in use', () => {
    expect(classify({}, { messageError: 'unknown', isToolOpen: true }).code).toBe('PROCESS_ERROR');
  });

  it('goes by the status before the error, and by either before a broken stream', () => {
    expect(classify({ api_error_status: 529 }, { messageError: 'unknown', isBroken: true }).code).toBe(
      'PROCESS_ERROR',
    );
    expect(classify({}, { messageError: 'rate_limit', isBroken: true }).code).toBe('RATE_LIMITED');
    expect(classify({}, { messageError: 'server_error', isBroken: true }).code).toBe('PROTOCOL_ERROR');
  });

  it.each([
    [{ terminal_reason: 'blocking_limit' }],
    [{ terminal_reason: 'prompt_too_long', api_error_status: 400 }],
    [{ result: 'Prompt is too long · the request is ~250000 tokens' }],
  ])('tells an input that does not fit by %j', (change) => {
    expect(classify(change, { messageError: 'invalid_request' }).code).toBe('INPUT_LIMIT');
  });

  it('says when a limit is reset', () => {
    const rateLimit = { status: 'rejected', resetsAt: 4_102_444_800 };
    expect(classify({ api_error_status: 429 }, { rateLimit })).toMatchObject({
      code: 'RATE_LIMITED',
      details: { resetsAt: '2100-01-01T00:00:00.000Z' },
    });
  });

  it('says that a limit is for some models only', () => {
    const rateLimit = { status: 'rejected', resetsAt: 4_102_444_800, rateLimitType: 'seven_day_opus' };
    expect(classify({ api_error_status: 429 }, { rateLimit })).toMatchObject({
      remedy: 'try again after 2100-01-01 00:00 UTC, name another model, or ask another backend',
      details: { resetsAt: '2100-01-01T00:00:00.000Z', isModelLimit: true },
    });
  });

  it.each([
    [{ api_error_status: 500 }, {}, 'PROCESS_ERROR'],
    [{ api_error_status: 401 }, {}, 'AUTH_REQUIRED'],
    [{ result: "You've hit your limit · resets Jan 1, 2100, 12am (UTC)" }, {}, 'PROCESS_ERROR'],
    [{ result: 'API Error: 429 rate_limit_error' }, { messageError: 'unknown' }, 'PROTOCOL_ERROR'],
  ])('takes no limit that was told for the cause of %j %j', (change, context, code) => {
    const rateLimit = { status: 'rejected', resetsAt: 4_102_444_800, rateLimitType: 'five_hour' };
    const failure = classify(change, { ...context, rateLimit });
    expect(failure.code).toBe(code);
    expect(failure.details).not.toHaveProperty('resetsAt');
  });

  it.each([
    [{ stop_reason: 'refusal' }, {}, 'safety filter'],
    [{}, { refusal: '' }, 'safety filter'],
    [{}, { refusal: 'cyber' }, 'cyber'],
  ])('names a refusal, %j %j', (change, context, refusal) => {
    expect(classify(change, context)).toMatchObject({ code: 'PROCESS_ERROR', details: { refusal } });
  });

  it('says what to do about too many rounds and about too long an answer', () => {
    expect(classify({ subtype: 'error_max_turns', result: null, errors: ['Reached 200'] })).toEqual({
      code: 'PROCESS_ERROR',
      message: 'Claude Code reports: Reached 200',
      remedy: 'ask for less at once',
      details: { reason: 'error_max_turns', roundsMax: 200 },
    });
    expect(classify({}, { messageError: 'max_output_tokens' }).remedy).toMatch(/^ask for a shorter answer/);
  });

  it('names the ending where nothing else is said', () => {
    expect(classify({ subtype: 'error_during_execution', result: null })).toMatchObject({
      message: 'Claude Code reports: the turn ended with error_during_execution',
      details: { reason: 'error_during_execution' },
    });
  });
});

describe('failureOfRetry', () => {
  const retry = { retry_delay_ms: 500, error_status: 529, error: 'overloaded' };
  const context = { hasKey: true, waitMs: 500, now: () => 0 };

  it('lets a short wait be', () => {
    expect(failureOfRetry(retry, context)).toBeUndefined();
    expect(failureOfRetry(retry, { ...context, waitMs: RETRY_WAIT_MAX_MS })).toBeUndefined();
  });

  it('ends a longer one', () => {
    expect(failureOfRetry(retry, { ...context, waitMs: RETRY_WAIT_MAX_MS + 1 })).toMatchObject({
      code: 'PROCESS_ERROR',
      details: { waitMs: RETRY_WAIT_MAX_MS + 1, httpStatus: 529 },
    });
  });

  it('says when a limit would be asked again', () => {
    const limited = { retry_delay_ms: 45_000, error_status: 429, error: 'rate_limit' };
    expect(failureOfRetry(limited, { ...context, waitMs: 45_000 })).toMatchObject({
      code: 'RATE_LIMITED',
      details: { resetsAt: '1970-01-01T00:00:45.000Z' },
    });
  });

  it.each([
    [OWN_WAIT_MAX_MS + 1, '1970-01-01T00:00:40.001Z'],
    [OWN_WAIT_MAX_MS, undefined],
    [1_000, undefined],
  ])(
    'takes a wait of %d ms for the end of the limit only where Claude Code did not choose it',
    (ms, resetsAt) => {
      const limited = { retry_delay_ms: ms, error_status: 429, error: 'rate_limit' };
      const failure = failureOfRetry(limited, { ...context, waitMs: 50_000 });
      expect([failure?.code, failure?.details?.['resetsAt']]).toEqual(['RATE_LIMITED', resetsAt]);
    },
  );

  it('ends at once where a key is not accepted, and lets a login be renewed', () => {
    const rejected = { retry_delay_ms: 500, error_status: 401, error: 'authentication_failed' };
    expect(failureOfRetry(rejected, context)).toMatchObject({
      code: 'AUTH_REQUIRED',
      remedy: expect.stringMatching(/^correct ANTHROPIC_API_KEY or what apiKeyHelper prints/),
      details: { httpStatus: 401 },
    });
    expect(failureOfRetry(rejected, { ...context, hasKey: false })).toBeUndefined();
  });
});

describe('exitFailure', () => {
  const end = {
    ...{ pid: 1, exitCode: 1, signal: null, diagnostics: '', diagnosticsTruncated: false },
    remains: { groupAlive: false, pipeHeld: false },
  };

  it('tells a flag that the program does not know', () => {
    const diagnostics = "error: unknown option '--permission-prompts'\n(Did you mean --permission-mode?)\n";
    expect(exitFailure({ ...end, diagnostics })).toMatchObject({
      code: 'CLI_UNSUPPORTED',
      details: { flag: '--permission-prompts' },
    });
  });

  it.each([
    ['SANDBOX_UNAVAILABLE', 'You cannot use --strict-mcp-config when an enterprise MCP config is present\n'],
    ['PROCESS_ERROR', '/etc/x.json: Managed settings document could not be parsed as a JSON object; none of'],
  ])('tells with %s what the administrator prescribes', (code, diagnostics) => {
    expect(exitFailure({ ...end, diagnostics })).toMatchObject({ code });
    expect(exitFailure({ ...end, diagnostics }).message).not.toContain('exited');
    expect(exitFailure({ ...end, diagnostics, exitCode: 2 }).message).toContain('exited');
  });

  it.each([
    [{ exitCode: 0 }, 'PROTOCOL_ERROR', 'Claude Code ended before it had answered'],
    [
      { exitCode: 1, diagnostics: 'a\n\nb\nc\nd\n' },
      'PROCESS_ERROR',
      'Claude Code exited with code 1: b c d',
    ],
    [{ exitCode: null, signal: 'SIGKILL' as const }, 'PROCESS_ERROR', 'Claude Code was ended by SIGKILL'],
    [{ exitCode: null }, 'PROCESS_ERROR', 'Claude Code was ended by the system'],
  ])('tells %j', (change, code, message) => {
    expect(exitFailure({ ...end, ...change })).toMatchObject({ code, message });
  });

  it('shows only the end of long diagnostics', () => {
    const { message } = exitFailure({ ...end, diagnostics: 'x'.repeat(501) });
    expect(message).toBe(`Claude Code exited with code 1: ${'x'.repeat(500)}`);
  });
});
