import type { ErrorCode } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';

import { classifyError, diagnosedFailure, exitFailure } from './failures.js';

const NOW_MS = Date.UTC(2030, 0, 1);
const quoted = (code: number, status: string, { message = 'It says no.', details = '' } = {}) =>
  `agent executor error: generating and executing: Error ${code}, Message: ${message}, Status: ${status}, Details: [${details}]`;
const classify = (error: string) => classifyError(error, { nowMs: NOW_MS });
const ended = (exitCode: number | null, diagnostics = '') => ({
  ...{ pid: 1, exitCode, signal: null, diagnostics, diagnosticsTruncated: false },
  remains: { groupAlive: false, pipeHeld: false },
});

describe('classifyError', () => {
  it.each<[string, ErrorCode]>([
    [quoted(401, 'UNAUTHENTICATED'), 'AUTH_REQUIRED'],
    [quoted(403, 'PERMISSION_DENIED'), 'AUTH_REQUIRED'],
    [
      quoted(400, 'INVALID_ARGUMENT', { details: 'map[domain:googleapis.com reason:API_KEY_INVALID]' }),
      'AUTH_REQUIRED',
    ],
    [quoted(429, 'RESOURCE_EXHAUSTED'), 'RATE_LIMITED'],
    [quoted(402, 'RESOURCE_EXHAUSTED'), 'RATE_LIMITED'],
    [quoted(404, 'NOT_FOUND'), 'MODEL_UNAVAILABLE'],
    [quoted(413, ''), 'INPUT_LIMIT'],
    [
      quoted(400, 'INVALID_ARGUMENT', { message: 'The input token count (2) exceeds the maximum' }),
      'INPUT_LIMIT',
    ],
    [quoted(400, 'INVALID_ARGUMENT'), 'PROCESS_ERROR'],
    [quoted(500, 'INTERNAL'), 'PROCESS_ERROR'],
    [quoted(503, 'RESOURCE_EXHAUSTED'), 'PROCESS_ERROR'],
    [quoted(418, 'constructor'), 'PROCESS_ERROR'],
    ['invalid model selection (--model "x" --effort ""): model x is not recognized', 'MODEL_UNAVAILABLE'],
    ['Individual quota reached. Resets in 1h0m0s.', 'RATE_LIMITED'],
    ['authentication failed or timed out', 'AUTH_REQUIRED'],
    ['timeout waiting for response', 'TIMEOUT'],
    ['interrupted', 'PROCESS_ERROR'],
    ['the model said: Individual quota reached', 'PROCESS_ERROR'],
    ['the model said: authentication failed or timed out', 'PROCESS_ERROR'],
  ])('%s', (error, code) => {
    expect(classify(error).code).toBe(code);
  });

  it('tells the server’s words, its status and what to do', () => {
    expect(classify(quoted(404, 'NOT_FOUND', { message: 'models/x is not found' }))).toEqual({
      code: 'MODEL_UNAVAILABLE',
      message: 'agy reports: models/x is not found',
      remedy: 'name a model that the account and the provider have',
      details: { reason: 'NOT_FOUND', httpStatus: 404 },
    });
  });

  it('sends nobody to sign in because of a key', () => {
    const details = 'map[domain:googleapis.com reason:API_KEY_INVALID]';
    expect(classify(quoted(400, 'INVALID_ARGUMENT', { details })).remedy).toMatch(/^correct GEMINI_API_KEY/);
    expect(classify(quoted(401, 'UNAUTHENTICATED')).remedy).toMatch(/^run `agy` in a terminal/);
  });

  it('believes fields before text', () => {
    const agyError = { short_error: 'x', status: 'UNAUTHENTICATED', error_code: 401 };
    expect(classifyError(quoted(429, 'RESOURCE_EXHAUSTED'), { agyError, nowMs: NOW_MS }).code).toBe(
      'AUTH_REQUIRED',
    );
  });

  it('says when a limit ends', () => {
    const details = 'map[@type:type.googleapis.com/google.rpc.RetryInfo retryDelay:40s]';
    expect(classify(quoted(429, 'RESOURCE_EXHAUSTED', { details }))).toMatchObject({
      details: { resetsAt: '2030-01-01T00:00:40.000Z' },
      remedy: expect.stringContaining('2030-01-01 00:01 UTC'),
    });
    expect(classify(quoted(429, 'RESOURCE_EXHAUSTED')).details).toBeUndefined();
  });

  it('takes no word for the end of a limit, only what the answer has beside them', () => {
    const message = 'Individual quota reached. Resets in 80h25m39s. retryDelay:40s';
    for (const error of [message, quoted(429, 'RESOURCE_EXHAUSTED', { message })]) {
      expect(classify(error)).toMatchObject({
        code: 'RATE_LIMITED',
        message: expect.stringContaining('80h25m39s'),
      });
      expect(classify(error).details).toBeUndefined();
    }
  });

  it('says that a limit is for some models only', () => {
    const details = 'map[metadata:map[model:swift-4.2 quotaResetTimeStamp:2100-01-01T00:00:00Z]]';
    expect(classify(quoted(429, 'RESOURCE_EXHAUSTED', { details }))).toMatchObject({
      remedy: 'try again after 2100-01-01 00:00 UTC, name another model, or ask another backend',
      details: { resetsAt: '2100-01-01T00:00:00.000Z', isModelLimit: true },
    });
  });
});

describe('diagnosedFailure', () => {
  const diagnose = (text: string) => diagnosedFailure(text, NOW_MS)?.code;

  it.each<[string, ErrorCode | undefined]>([
    ['AGY_ERROR: {"short_error":"e","status":"RESOURCE_EXHAUSTED","error_code":429}', 'RATE_LIMITED'],
    ['AGY_ERROR: {"error_code":500}', 'PROCESS_ERROR'],
    ['flags provided but not defined: -input-format', 'CLI_UNSUPPORTED'],
    ['flag provided but not defined: -sandbox\nUsage of agy:', 'CLI_UNSUPPORTED'],
    ['[agy] print timeout after 12s with turn in progress; returning partial output', 'TIMEOUT'],
    ['said: [agy] print timeout after 12s with turn in progress', undefined],
    ['jetski: no output produced', undefined],
    ['', undefined],
  ])('%s', (text, code) => {
    expect(diagnose(`first\n${text}\nlast\n`)).toBe(code);
  });
});

describe('exitFailure', () => {
  it.each<[number | null, string, ErrorCode, string]>([
    [0, '', 'PROTOCOL_ERROR', 'agy ended before it had answered'],
    [2, 'panic: oh', 'PROCESS_ERROR', 'agy exited with code 2: panic: oh'],
    [null, '', 'PROCESS_ERROR', 'agy was ended by the system'],
    [1, 'error: authentication failed or timed out', 'AUTH_REQUIRED', 'agy is signed out or unreachable'],
  ])('exit code %s with %j', (exitCode, diagnostics, code, message) => {
    expect(exitFailure(ended(exitCode, diagnostics))).toMatchObject({ code, message });
  });

  it('shows the end of the diagnostics', () => {
    const { details } = exitFailure(ended(1, `${'x'.repeat(2000)}\n\none\ntwo\nthree\n`));
    expect(details).toEqual({ diagnostics: 'one\ntwo\nthree' });
    expect(exitFailure(ended(1, 'x'.repeat(2000))).details).toEqual({ diagnostics: 'x'.repeat(500) });
  });
});
