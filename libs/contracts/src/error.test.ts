import { describe, expect, it } from '@jest/globals';

import { CoAgentError, failureLine, failureOf, failureSchema } from './error.js';

describe('CoAgentError', () => {
  it('is known across copies of the library, where instanceof is not', () => {
    const foreign = { [Symbol.for('coagent8.error')]: true, code: 'TIMEOUT', message: 'late' };
    expect(CoAgentError.is(foreign)).toBe(true);
    expect(CoAgentError.is(new Error('late'))).toBe(false);
    expect(CoAgentError.is(null)).toBe(false);
    expect(CoAgentError.is('TIMEOUT')).toBe(false);
  });
});

describe('failureOf', () => {
  it('keeps code, message, remedy and details, and leaves the cause out', () => {
    const error = new CoAgentError('RATE_LIMITED', 'the limit is reached', {
      remedy: 'wait',
      details: { resetsAt: 1 },
      cause: new Error('secret'),
    });
    expect(failureSchema.parse(failureOf(error))).toEqual({
      code: 'RATE_LIMITED',
      message: 'the limit is reached',
      remedy: 'wait',
      details: { resetsAt: 1 },
    });
  });

  it.each([[new Error('boom')], ['boom'], [undefined]])(
    'turns anything else into PROCESS_ERROR',
    (thrown) => {
      expect(failureSchema.parse(failureOf(thrown)).code).toBe('PROCESS_ERROR');
    },
  );
});

describe('failureLine', () => {
  it('says what happened and what to do', () => {
    expect(failureLine({ code: 'TIMEOUT', message: 'no answer within 5 s', remedy: 'allow more time' })).toBe(
      'TIMEOUT: no answer within 5 s; allow more time',
    );
    expect(failureLine({ code: 'TIMEOUT', message: 'no answer' })).toBe('TIMEOUT: no answer');
  });
});
