import type { ErrorCode } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';

import { classifyTurnError, exitFailure, judgeQuotaRefusal, refusalFailure } from './failures.js';

const apiBody = (code: string) => JSON.stringify({ error: { message: `says ${code}`, type: 'x', code } });

describe('classifyTurnError', () => {
  it.each<[string, ErrorCode]>([
    ['contextWindowExceeded', 'INPUT_LIMIT'],
    ['usageLimitExceeded', 'RATE_LIMITED'],
    ['rateLimitExceeded', 'RATE_LIMITED'],
    ['modelNotFound', 'MODEL_UNAVAILABLE'],
    ['unauthorized', 'AUTH_REQUIRED'],
    ['serverOverloaded', 'PROCESS_ERROR'],
    ['internalServerError', 'PROCESS_ERROR'],
    ['sandboxError', 'SANDBOX_UNAVAILABLE'],
    ['tooManyDenials', 'SANDBOX_UNAVAILABLE'],
    ['cyberPolicy', 'PROCESS_ERROR'],
    ['constructor', 'PROCESS_ERROR'],
  ])('takes the name %s for %s', (codexErrorInfo, code) => {
    expect(classifyTurnError({ message: 'm', codexErrorInfo }, {}).code).toBe(code);
  });

  it.each<[number | null, ErrorCode]>([
    [401, 'AUTH_REQUIRED'],
    [403, 'AUTH_REQUIRED'],
    [404, 'MODEL_UNAVAILABLE'],
    [413, 'INPUT_LIMIT'],
    [429, 'RATE_LIMITED'],
    [500, 'PROCESS_ERROR'],
    [503, 'PROCESS_ERROR'],
    [418, 'PROCESS_ERROR'],
    [null, 'PROCESS_ERROR'],
  ])('takes a connection that failed with status %s for %s', (httpStatusCode, code) => {
    const error = { message: 'm', codexErrorInfo: { httpConnectionFailed: { httpStatusCode } } };
    expect(classifyTurnError(error, { retryStatus: 401 }).code).toBe(code);
  });

  it('takes a stream that was cut for a fault of the protocol', () => {
    const error = { message: 'm', codexErrorInfo: { responseStreamDisconnected: { httpStatusCode: null } } };
    expect(classifyTurnError(error, {}).code).toBe('PROTOCOL_ERROR');
  });

  it('asks the last retry where Codex has no name', () => {
    expect(classifyTurnError({ message: 'm', codexErrorInfo: 'other' }, { retryStatus: 401 }).code).toBe(
      'AUTH_REQUIRED',
    );
    expect(classifyTurnError({ message: 'm' }, { retryStatus: 429 }).code).toBe('RATE_LIMITED');
    expect(
      classifyTurnError({ message: 'm', codexErrorInfo: 'cyberPolicy' }, { retryStatus: 401 }).code,
    ).toBe('PROCESS_ERROR');
  });

  it.each<[string, ErrorCode]>([
    ['context_length_exceeded', 'INPUT_LIMIT'],
    ['model_not_found', 'MODEL_UNAVAILABLE'],
    ['invalid_api_key', 'AUTH_REQUIRED'],
    ['insufficient_quota', 'RATE_LIMITED'],
    ['unsupported_value', 'PROCESS_ERROR'],
    ['toString', 'PROCESS_ERROR'],
  ])('asks the body that Codex quotes: %s is %s', (apiCode, code) => {
    const failure = classifyTurnError({ message: apiBody(apiCode), codexErrorInfo: 'other' }, {});
    expect(failure).toMatchObject({ code, message: expect.stringContaining(`says ${apiCode}`) });
    expect(failure.message).not.toContain('{');
  });

  it.each<[string, ErrorCode]>([
    ['stream disconnected before completion: stream closed before response.completed', 'PROTOCOL_ERROR'],
    ['Incomplete response returned, reason: max_output_tokens', 'PROTOCOL_ERROR'],
    ['Missing environment variable: `MY_KEY`.', 'AUTH_REQUIRED'],
    ['I wrote: stream disconnected before completion: x', 'PROCESS_ERROR'],
    ['anything else', 'PROCESS_ERROR'],
  ])('knows the fixed words of Codex: %s is %s', (message, code) => {
    expect(classifyTurnError({ message, codexErrorInfo: 'other' }, {}).code).toBe(code);
  });

  it('sends nobody to sign in for a key that a provider of the user’s own is missing', () => {
    const error = { message: 'Missing environment variable: `MY_KEY`.', codexErrorInfo: 'other' };
    expect(classifyTurnError(error, {}).remedy).toMatch(/^set MY_KEY where CoAgent8 is started/);
    const other = { message: 'no', codexErrorInfo: 'unauthorized' };
    expect(classifyTurnError(other, {}).remedy).toMatch(/^sign in with `codex login`/);
  });

  it.each([
    [{ message: 'flagged', codexErrorInfo: 'cyberPolicy' }, 'cyberPolicy'],
    [
      { message: 'Incomplete response returned, reason: content_filter', codexErrorInfo: 'other' },
      'content filter',
    ],
    [
      {
        message:
          'stream disconnected before completion: Incomplete response returned, reason: content_filter',
        codexErrorInfo: 'other',
      },
      'content filter',
    ],
    [{ message: apiBody('cyber_policy'), codexErrorInfo: 'other' }, 'cyber_policy'],
  ])('names a refusal of the model', (error, refusal) => {
    expect(classifyTurnError(error, {})).toMatchObject({
      code: 'PROCESS_ERROR',
      message: expect.stringContaining('the model refused'),
      details: { refusal },
    });
  });

  it('says when a limit is reset', () => {
    const rateLimits = { primary: { usedPercent: 100, resetsAt: 1_800_000_000 } };
    expect(classifyTurnError({ message: 'm', codexErrorInfo: 'usageLimitExceeded' }, { rateLimits })).toEqual(
      {
        code: 'RATE_LIMITED',
        message: 'Codex reports: m (resets at 2027-01-15 08:00 UTC)',
        remedy: 'try again after 2027-01-15 08:00 UTC, or ask another backend',
        details: { resetsAt: '2027-01-15T08:00:00.000Z' },
      },
    );
  });

  it.each([
    ['usageLimitExceeded', 'm', true],
    ['usageLimitExceeded', apiBody('rate_limit_exceeded'), true],
    ['rateLimitExceeded', apiBody('usage_limit_reached'), false],
    ['other', apiBody('usage_limit_reached'), true],
    ['other', apiBody('insufficient_quota'), true],
    ['rateLimitExceeded', 'm', false],
    ['sessionBudgetExceeded', 'm', false],
    ['other', apiBody('rate_limit_exceeded'), false],
    [{ responseTooManyFailedAttempts: { httpStatusCode: 429 } }, 'm', false],
  ])('takes the reset of a used-up window for the end of %j %s: %p', (codexErrorInfo, message, expected) => {
    const rateLimits = { primary: { usedPercent: 100, resetsAt: 1_800_000_000 } };
    const { code, details = {} } = classifyTurnError({ message, codexErrorInfo }, { rateLimits });
    expect([code, 'resetsAt' in details]).toEqual(['RATE_LIMITED', expected]);
  });

  it('says that a limit is for some models only', () => {
    const rateLimits = { limitId: 'codex_swift', primary: { usedPercent: 100, resetsAt: 1_800_000_000 } };
    const error = { message: 'm', codexErrorInfo: 'usageLimitExceeded' };
    expect(classifyTurnError(error, { rateLimits })).toMatchObject({
      remedy: 'try again after 2027-01-15 08:00 UTC, name another model, or ask another backend',
      details: { resetsAt: '2027-01-15T08:00:00.000Z', isModelLimit: true },
    });
  });

  it.each([
    ['other', 'You’ve hit your usage limit. Try again at Jan 1st, 2100 12:00 AM.'],
    ['internalServerError', '{"error":{"code":"rate_limit_exceeded","resets_at":1800000000}}'],
    [{ responseStreamDisconnected: { httpStatusCode: null } }, 'stream disconnected before completion: 429'],
  ])('takes no limit that was told for the cause of %j, and no words', (codexErrorInfo, message) => {
    const rateLimits = { primary: { usedPercent: 100, resetsAt: 1_800_000_000 } };
    const failure = classifyTurnError({ message, codexErrorInfo }, { rateLimits });
    expect(failure.code).toMatch(/^(?:PROCESS|PROTOCOL)_ERROR$/);
    expect(failure.details).not.toHaveProperty('resetsAt');
  });
});

describe('refusalFailure', () => {
  it('tells a version that does not know the method', () => {
    const message = 'Invalid request: unknown variant `thread/start`, expected one of `initialize`';
    expect(refusalFailure('thread/start', { code: -32600, message })).toMatchObject({
      code: 'CLI_UNSUPPORTED',
    });
    expect(refusalFailure('turn/start', { code: -32600, message })).toMatchObject({ code: 'PROCESS_ERROR' });
  });

  it('tells a prompt that is too long', () => {
    const data = { input_error_code: 'input_too_large', max_chars: 10, actual_chars: 11 };
    expect(refusalFailure('turn/start', { code: -32602, message: 'm', data })).toMatchObject({
      code: 'INPUT_LIMIT',
      details: { maxCharacters: 10, characters: 11 },
    });
  });

  it('tells a profile that is refused', () => {
    const message = 'failed to load configuration: invalid type: string "x"\nin `features`\n';
    const error = refusalFailure('thread/start', { code: -32600, message });
    expect([error.code, error.message]).toEqual([
      'SANDBOX_UNAVAILABLE',
      'Codex refused the read-only profile: failed to load configuration: invalid type: string "x" in `features`',
    ]);
  });
});

describe('exitFailure', () => {
  const end = (exitCode: number | null, diagnostics = '', signal: NodeJS.Signals | null = null) => ({
    ...{ pid: 1, exitCode, signal, diagnostics, diagnosticsTruncated: false },
    remains: { groupAlive: false, pipeHeld: false },
  });

  it('takes an exit in good order for a missing ending', () => {
    expect(exitFailure(end(0))).toMatchObject({ code: 'PROTOCOL_ERROR' });
  });

  it('shows the end of the diagnostics', () => {
    expect(exitFailure(end(3, 'one\n\ntwo\nthree\nfour\n'))).toMatchObject({
      code: 'PROCESS_ERROR',
      message: 'Codex exited with code 3: two three four',
      details: { diagnostics: 'two\nthree\nfour' },
    });
    expect(exitFailure(end(3, 'x'.repeat(10_000))).details?.['diagnostics']).toHaveLength(500);
  });

  it('names the signal', () => {
    expect(exitFailure(end(null, '', 'SIGKILL')).message).toBe('Codex was ended by SIGKILL');
  });

  it('tells a version that cannot switch its agents off, by its whole line', () => {
    const line =
      'Error: error loading default config after config error: invalid type: boolean `false`, expected struct AgentRoleToml';
    expect(exitFailure(end(1, `${line}\nin \`agents\`\n\n`)).code).toBe('CLI_UNSUPPORTED');
    expect(exitFailure(end(1, `quoted: ${line} indeed`)).code).toBe('PROCESS_ERROR');
  });
});

describe('judgeQuotaRefusal', () => {
  const METHOD = 'account/rateLimits/read';
  const judge = (message: string) => judgeQuotaRefusal(METHOD, { code: -32600, message });
  const unfetched = (status: string) =>
    `failed to fetch codex rate limits: GET http://127.0.0.1:1/wham/usage failed: ${status}; content-type=; body={"email":"someone@example.invalid"}`;

  it.each([
    ['codex account authentication required to read rate limits', 'nobody is signed in'],
    ['chatgpt authentication required to read rate limits', 'not of a key'],
  ])('has a reason for %j', (message, reason) => {
    expect(judge(message)).toContain(reason);
  });

  it.each<[string, ErrorCode]>([
    [unfetched('401 Unauthorized'), 'AUTH_REQUIRED'],
    [unfetched('403 Forbidden'), 'AUTH_REQUIRED'],
    [unfetched('500 Internal Server Error'), 'PROCESS_ERROR'],
    [
      'failed to fetch codex rate limits: Decode error; body={"email":"someone@example.invalid"}',
      'PROCESS_ERROR',
    ],
    ['someone@example.invalid may not', 'PROCESS_ERROR'],
    [`Invalid request: unknown variant \`${METHOD}\``, 'CLI_UNSUPPORTED'],
  ])('takes %j for %s, and repeats nothing of it', (message, code) => {
    const thrown = expect(() => judge(message));
    thrown.toThrow(expect.objectContaining({ code }));
    thrown.not.toThrow(/someone|example/);
  });

  it('tells the status of the answer', () => {
    expect(() => judge(unfetched('503 Service Unavailable'))).toThrow(/HTTP status 503/);
  });
});
