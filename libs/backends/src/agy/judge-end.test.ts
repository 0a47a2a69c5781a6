import { describe, expect, it } from '@jest/globals';

import type { AgentEnd } from '../agent-process.js';
import { judgeEnd } from './judge-end.js';
import type { TurnFacts } from './judge-end.js';

const EXITED: AgentEnd = {
  ...{ pid: 1, exitCode: 0, signal: null, diagnostics: '', diagnosticsTruncated: false, wasStopped: false },
  remains: { groupAlive: false, pipeHeld: false },
};
const result = (status: string, response = 'An answer.\n', error?: string) => ({
  conversation_id: 'c',
  status,
  response,
  ...(error === undefined ? {} : { error }),
});

const QUOTED_LIMIT = 'Error 429, Message: no, Status: RESOURCE_EXHAUSTED, Details: [map[retryDelay:40s]]';
const LIMITED = `AGY_ERROR: ${JSON.stringify({ short_error: QUOTED_LIMIT, error_code: 429 })}\n`;

function judge(facts: Partial<TurnFacts>, end: Partial<AgentEnd> = {}) {
  const ending = judgeEnd({ hasBegun: true, hasFailed: false, ...facts }, { ...EXITED, ...end }, 0);
  return ending.type === 'failed' ? ending.failure.code : 'completed';
}

describe('a turn', () => {
  it.each<[string, string, Partial<TurnFacts>, Partial<AgentEnd>]>([
    ['succeeds', 'completed', { result: result('SUCCESS') }, {}],
    [
      'succeeds without a word, which is execution’s to judge',
      'completed',
      { result: result('SUCCESS', '') },
      {},
    ],
    ['succeeds, and the program crashes', 'PROCESS_ERROR', { result: result('SUCCESS') }, { exitCode: 3 }],
    [
      'succeeds, and is killed by somebody',
      'PROCESS_ERROR',
      { result: result('SUCCESS') },
      { exitCode: null, signal: 'SIGKILL' },
    ],
    [
      'succeeds, and does not exit until we stop it',
      'completed',
      { result: result('SUCCESS') },
      { exitCode: null, wasStopped: true },
    ],
    ['repeats an old error', 'completed', { result: result('ERROR', 'An answer.\n', 'old') }, {}],
    ['fails', 'PROCESS_ERROR', { result: result('ERROR', 'half', 'new'), hasFailed: true }, {}],
    ['fails by its exit', 'PROCESS_ERROR', { result: result('ERROR', 'half', 'new') }, { exitCode: 3 }],
    ['fails without a word', 'PROCESS_ERROR', { result: result('ERROR', '', 'new') }, {}],
    ['was interrupted by somebody', 'PROCESS_ERROR', { result: result('ERROR', 'half', 'interrupted') }, {}],
    ['was cancelled by agy', 'PROCESS_ERROR', { result: result('CANCELED', '') }, {}],
    ['ends in a word that we do not know', 'PROCESS_ERROR', { result: result('PAUSED') }, {}],
    ['has no result', 'PROTOCOL_ERROR', {}, {}],
    ['has no result and an exit code', 'PROCESS_ERROR', {}, { exitCode: 2 }],
    [
      'could not start',
      'MODEL_UNAVAILABLE',
      { hasBegun: false, result: result('ERROR', '', 'invalid model selection (x): y') },
      { exitCode: 1 },
    ],
    [
      'could not start, and claims to have answered',
      'PROCESS_ERROR',
      { hasBegun: false, result: result('ERROR', 'x', 'old') },
      {},
    ],
    ['succeeds without a start', 'PROTOCOL_ERROR', { hasBegun: false, result: result('SUCCESS') }, {}],
    [
      'says more in its diagnostics',
      'RATE_LIMITED',
      { result: result('ERROR', '', 'x'), hasFailed: true },
      { exitCode: 3, diagnostics: 'AGY_ERROR: {"error_code":429}' },
    ],
    [
      'is answered, whatever its diagnostics tell of a request before',
      'completed',
      { result: result('SUCCESS') },
      { diagnostics: LIMITED },
    ],
    [
      'has no answer, and says why',
      'RATE_LIMITED',
      { result: result('SUCCESS', '') },
      { diagnostics: LIMITED },
    ],
    [
      'crashes, and says why',
      'RATE_LIMITED',
      { result: result('SUCCESS') },
      { diagnostics: LIMITED, exitCode: 3 },
    ],
    [
      'repeats an old error, and has a new one',
      'RATE_LIMITED',
      { result: result('ERROR', 'An answer.\n', 'old') },
      { diagnostics: LIMITED },
    ],
    [
      'quotes a limit in its diagnostics, and crashes',
      'PROCESS_ERROR',
      { result: result('SUCCESS') },
      { diagnostics: `hook: AGY_ERROR: {"error_code":429}\nerror: ${QUOTED_LIMIT}\n`, exitCode: 1 },
    ],
    [
      'ran into a limit of agy’s own',
      'TIMEOUT',
      { result: result('SUCCESS') },
      { diagnostics: '[agy] print timeout after 5m0s with turn in progress; returning partial output' },
    ],
  ])('that %s: %s', (_name, expected, facts, end) => {
    expect(judge(facts, end)).toBe(expected);
  });
});
