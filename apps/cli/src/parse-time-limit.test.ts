import { describe, expect, it } from '@jest/globals';
import { CoAgentError, TIMEOUT_MAX_MS, TIMEOUT_MIN_MS } from '@coagent8/contracts';
import fc from 'fast-check';

import { parseTimeLimit } from './parse-time-limit.js';

describe('parseTimeLimit', () => {
  it.each([
    ['90', 90_000],
    ['90s', 90_000],
    ['1.5', 1_500],
    ['5m', 300_000],
    ['0.5h', 1_800_000],
    ['250ms', 250],
    ['0.1', TIMEOUT_MIN_MS],
    ['30m', TIMEOUT_MAX_MS],
  ])('reads %s as %i ms', (input, timeoutMs) => {
    expect(parseTimeLimit(input)).toBe(timeoutMs);
  });

  it.each(['99ms', '0', '0.09s', '1800001ms', '31m', '1h', '9'.repeat(400)])(
    'refuses %s as out of range',
    (input) => {
      expect(() => parseTimeLimit(input)).toThrow('is out of range');
    },
  );

  it.each(['', ' 5', '5 m', '-5', '5d', '1e3', 'soon', '5M', '.5', '5.'])(
    'refuses "%s" as no time',
    (input) => {
      expect(() => parseTimeLimit(input)).toThrow('is not a time limit');
    },
  );

  it('gives whole milliseconds within the bounds, or INPUT_LIMIT', () => {
    const anyLimit = fc.oneof(fc.string(), fc.stringMatching(/^\d{1,8}(\.\d{1,4})?(ms|s|m|h)?$/));
    fc.assert(
      fc.property(anyLimit, (input) => {
        try {
          const timeoutMs = parseTimeLimit(input);
          return Number.isInteger(timeoutMs) && timeoutMs >= TIMEOUT_MIN_MS && timeoutMs <= TIMEOUT_MAX_MS;
        } catch (error) {
          return CoAgentError.is(error) && error.code === 'INPUT_LIMIT' && error.remedy !== undefined;
        }
      }),
    );
  });
});
