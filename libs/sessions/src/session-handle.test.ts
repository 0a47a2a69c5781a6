import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { handleOf } from '../test/made-up-records.js';
import { createSessionHandle, parseSessionHandle, resolveSessionHandle } from './session-handle.js';

const digits = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 32, maxLength: 32 });
const handle = digits.map((text) => `ses_${text}` as const);

describe('createSessionHandle', () => {
  it('makes handles that are parsed, each another', () => {
    const made = Array.from({ length: 1000 }, createSessionHandle);
    expect(new Set(made).size).toBe(1000);
    expect(made.map(parseSessionHandle)).toEqual(made);
    expect(made[0]).toMatch(/^ses_[0-9a-f]{32}$/);
  });
});

describe('parseSessionHandle', () => {
  it.each([
    ['nothing', ''],
    ['a digit too few', `ses_${'a'.repeat(31)}`],
    ['a digit too many', `ses_${'a'.repeat(33)}`],
    ['no prefix', 'a'.repeat(32)],
    ['another prefix', `SES_${'a'.repeat(32)}`],
    ['capitals', `ses_${'A'.repeat(32)}`],
    ['a letter that is no digit', `ses_${'g'.repeat(32)}`],
    ['a line end', `ses_${'a'.repeat(32)}\n`],
    ['a space', ` ses_${'a'.repeat(32)}`],
    ['a way out of the folder', `ses_../../${'a'.repeat(26)}`],
    ['digits of another script', `ses_${'١'.repeat(32)}`],
  ])('refuses %s', (_, text) => {
    expect(() => parseSessionHandle(text)).toThrow(
      expect.objectContaining({
        code: 'SESSION_INVALID',
        remedy: expect.stringContaining('leave the session handle out'),
      }),
    );
  });

  it('repeats no secret, and nothing long', () => {
    const secret = `sk-${'x'.repeat(60)}`;
    expect(() => parseSessionHandle(secret)).toThrow('a text of 63 characters is not a session handle');
  });
});

describe('resolveSessionHandle', () => {
  const handles = [handleOf('a'), `ses_abcd${'0'.repeat(28)}`, `ses_abcd${'1'.repeat(28)}`] as const;

  it.each([
    ['a whole handle', handles[1], handles[1]],
    ['one without its prefix', handles[1].slice(4), handles[1]],
    ['a beginning', 'ses_aaaa', handles[0]],
    ['digits alone, in capitals', 'AAAA', handles[0]],
    ['the shortest that is unique', 'abcd0', handles[1]],
  ])('knows %s', (_, text, expected) => {
    expect(resolveSessionHandle(text, handles)).toBe(expected);
  });

  it.each([
    ['a beginning of two', 'abcd', '2 sessions begin with ses_abcd'],
    ['a beginning of none', 'bbbb', 'no session begins with ses_bbbb'],
    ['three digits', 'aaa', 'is not a session handle'],
    ['the prefix alone', 'ses_', 'is not a session handle'],
    ['a digit more than a handle has', 'a'.repeat(33), 'is not a session handle'],
    ['an expression', 'a.*.', 'is not a session handle'],
    ['a part of the middle', 'cd00', 'no session begins with'],
  ])('refuses %s', (_, text, message) => {
    expect(() => resolveSessionHandle(text, handles)).toThrow(message);
  });

  it('counts one handle once, though it is listed twice', () => {
    expect(resolveSessionHandle('aaaa', [handles[0], handles[0]])).toBe(handles[0]);
  });

  it('finds every one of many by its whole handle, and never another than the one that begins so', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(handle, { minLength: 1 }),
        fc.nat(),
        fc.integer({ min: 4, max: 32 }),
        (all, nth, length) => {
          const meant = all[nth % all.length] ?? handleOf('0');
          expect(resolveSessionHandle(meant, all)).toBe(meant);
          const beginning = meant.slice(0, 4 + length);
          const fitting = all.filter((one) => one.startsWith(beginning));
          if (fitting.length === 1) expect(resolveSessionHandle(beginning, all)).toBe(meant);
          else expect(() => resolveSessionHandle(beginning, all)).toThrow(`${fitting.length} sessions begin`);
        },
      ),
    );
  });
});
