import { describe, expect, it } from '@jest/globals';

import {
  ACTIVE_STATES,
  SESSION_HANDLE_DIGITS,
  SESSION_HANDLE_PREFIX,
  SESSION_STATES,
  SETTLED_STATES,
  sessionHandleSchema,
} from './session.js';

describe('sessionHandleSchema', () => {
  it('is the prefix and the digits, to the letter', () => {
    const handle = `${SESSION_HANDLE_PREFIX}${'0af9'.repeat(SESSION_HANDLE_DIGITS / 4)}`;
    expect(sessionHandleSchema.parse(handle)).toBe(handle);
    for (const text of [handle.slice(0, -1), `${handle}0`, handle.toUpperCase(), `${handle}\n`, ` ${handle}`])
      expect(sessionHandleSchema.safeParse(text).success).toBe(false);
  });
});

describe('SESSION_STATES', () => {
  it('are those of a turn under way, those of one that ended, and closed, each once', () => {
    expect(SESSION_STATES).toEqual([...ACTIVE_STATES, ...SETTLED_STATES, 'closed']);
    expect(new Set(SESSION_STATES).size).toBe(8);
  });
});
