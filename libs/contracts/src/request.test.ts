import { describe, expect, it } from '@jest/globals';

import {
  CONTEXT_FILES_MAX,
  TIMEOUT_DEFAULT_MS,
  TIMEOUT_MAX_MS,
  TIMEOUT_MIN_MS,
  turnRequestSchema,
} from './request.js';

const smallest = {
  schemaVersion: 1,
  operation: 'consult',
  proposal: 'Is this right?',
  origin: { directory: '/srv/app' },
};

const accepts = (change: object) => turnRequestSchema.safeParse({ ...smallest, ...change }).success;

describe('turnRequestSchema', () => {
  it('fills in what a caller leaves out', () => {
    expect(turnRequestSchema.parse(smallest)).toEqual({
      ...smallest,
      backend: 'auto',
      timeoutMs: TIMEOUT_DEFAULT_MS,
      origin: { directory: '/srv/app', roots: [] },
    });
  });

  it.each([
    [TIMEOUT_MIN_MS, true],
    [TIMEOUT_MIN_MS - 1, false],
    [TIMEOUT_MAX_MS, true],
    [TIMEOUT_MAX_MS + 1, false],
    [1000.5, false],
  ])('bounds the time limit: %d is %s', (timeoutMs, accepted) => {
    expect(accepts({ timeoutMs })).toBe(accepted);
  });

  it.each([
    [CONTEXT_FILES_MAX, true],
    [CONTEXT_FILES_MAX + 1, false],
  ])('bounds the context files: %d is %s', (count, accepted) => {
    expect(accepts({ contextFiles: Array.from({ length: count }, (_, index) => `f${index}`) })).toBe(
      accepted,
    );
  });

  it('refuses what it does not know', () => {
    expect(accepts({ proposals: 'x' })).toBe(false);
    expect(accepts({ operation: 'implement' })).toBe(false);
    expect(accepts({ schemaVersion: 2 })).toBe(false);
    expect(accepts({ backend: 'gemini' })).toBe(false);
    expect(accepts({ proposal: '' })).toBe(false);
  });
});
