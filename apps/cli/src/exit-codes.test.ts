import { describe, expect, it } from '@jest/globals';
import { ERROR_CODES } from '@coagent8/contracts';
import type { ErrorCode } from '@coagent8/contracts';

import { ANSWERED } from '../test/scripted-world.js';
import { exitCodeOf } from './exit-codes.js';

const PROMISED: readonly (readonly [ErrorCode, number])[] = [
  ['INPUT_LIMIT', 2],
  ['POLICY_DENIED', 3],
  ['CLI_NOT_FOUND', 4],
  ['CLI_UNSUPPORTED', 4],
  ['AUTH_REQUIRED', 5],
  ['RATE_LIMITED', 6],
  ['MODEL_UNAVAILABLE', 7],
  ['SESSION_INVALID', 8],
  ['SESSION_BUSY', 8],
  ['SANDBOX_UNAVAILABLE', 9],
  ['TIMEOUT', 10],
  ['PROTOCOL_ERROR', 11],
  ['BUFFER_LIMIT', 11],
  ['PROCESS_ERROR', 11],
  ['HISTORY_ERROR', 11],
  ['ABORTED', 130],
];

describe('exitCodeOf', () => {
  it('is 0 for an answer', () => {
    expect(exitCodeOf(ANSWERED)).toBe(0);
  });

  it.each(PROMISED)('tells %s as %i', (code, exitCode) => {
    const failure = { code, message: 'm' };
    expect(
      exitCodeOf({ status: 'failed', failure, meta: { durationMs: 0, operations: 0 }, warnings: [] }),
    ).toBe(exitCode);
  });

  it('covers every code there is', () => {
    expect(PROMISED.map(([code]) => code).sort()).toEqual([...ERROR_CODES].sort());
  });
});
