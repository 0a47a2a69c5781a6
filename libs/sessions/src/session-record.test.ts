import { SESSION_STATES } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { recordIn } from '../test/made-up-records.js';
import {
  ERROR_MAX_CHARACTERS,
  NAME_MAX_CHARACTERS,
  parseRecord,
  RECORD_MAX_BYTES,
  renderRecord,
  WORKSPACE_MAX_CHARACTERS,
} from './session-record.js';

const faultOf = (text: string) => {
  const parsing = parseRecord(text);
  return parsing.ok ? 'none' : `${parsing.fault}: ${parsing.message}`;
};
const withFields = (changes: object) => JSON.stringify({ ...recordIn('answered'), ...changes });

describe('parseRecord', () => {
  it.each(SESSION_STATES)('reads what was written of a session that is %s', (state) => {
    const record = recordIn(state);
    expect(parseRecord(renderRecord(record))).toEqual({ ok: true, record });
  });

  it('survives being torn at every byte, and names it', () => {
    const whole = renderRecord(recordIn('running')).trimEnd();
    for (let length = 0; length < whole.length; length++)
      expect(faultOf(whole.slice(0, length))).toBe(
        length === 0 ? 'damaged: it is empty' : 'damaged: it is not whole JSON',
      );
  });

  it('survives every text, and every JSON', () => {
    fc.assert(fc.property(fc.string(), (text) => expect(parseRecord(text).ok).toBe(false)));
    fc.assert(fc.property(fc.json(), (text) => expect(parseRecord(text).ok).toBe(false)));
  });

  it('survives one changed character: it is the record, another whole record, or a fault', () => {
    const whole = renderRecord(recordIn('running'));
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, character) => {
        const parsing = parseRecord(whole.slice(0, at) + character + whole.slice(at + 1));
        if (parsing.ok) expect(parseRecord(renderRecord(parsing.record))).toEqual(parsing);
        else expect(parsing.message).not.toContain('thread-1');
      }),
    );
  });

  it.each([
    ['a newer version', { schemaVersion: 2 }, 'newer: it was written by a newer CoAgent8 (schema 2)'],
    [
      'a newer version of other fields',
      { schemaVersion: 9, state: 'x' },
      'newer: it was written by a newer CoAgent8 (schema 9)',
    ],
    ['an older version', { schemaVersion: 0 }, 'older: it was written by an older CoAgent8 (schema 0)'],
    ['no version', { schemaVersion: undefined }, 'damaged: its field schemaVersion is not valid'],
    ['a version that is none', { schemaVersion: 'x' }, 'damaged: its field schemaVersion is not valid'],
    ['a field of nobody', { extra: 1 }, 'damaged: it is no record of a session'],
    ['another handle', { handle: 'ses_1' }, 'damaged: its field handle is not valid'],
    ['another profile', { profile: 'full' }, 'damaged: its field profile is not valid'],
    [
      'a turn of number 0',
      { turn: { ...recordIn('answered').turn, number: 0 } },
      'damaged: its field turn.number is not valid',
    ],
    ['a time that is none', { usedAt: 'yesterday' }, 'damaged: its field usedAt is not valid'],
    ['an owner of nothing', { owner: 'b'.repeat(32) }, 'damaged: its field owner is not valid'],
    ['a turn without an owner', { state: 'running' }, 'damaged: its field owner is not valid'],
  ])('names %s', (_, changes, expected) => {
    expect(faultOf(withFields(changes))).toBe(expected);
  });

  it.each([
    ['nativeId', NAME_MAX_CHARACTERS],
    ['model', NAME_MAX_CHARACTERS],
    ['workspace', WORKSPACE_MAX_CHARACTERS],
  ])('takes the longest %s, and not one character more', (field, most) => {
    expect(faultOf(withFields({ [field]: 'x'.repeat(most) }))).toBe('none');
    expect(faultOf(withFields({ [field]: 'x'.repeat(most + 1) }))).toBe(
      `damaged: its field ${field} is not valid`,
    );
  });

  it('takes the longest error, and not one character more', () => {
    const error = (length: number) =>
      withFields({ lastError: { code: 'TIMEOUT', message: 'x'.repeat(length) } });
    expect(faultOf(error(ERROR_MAX_CHARACTERS))).toBe('none');
    expect(faultOf(error(ERROR_MAX_CHARACTERS + 1))).toBe(
      'damaged: its field lastError.message is not valid',
    );
  });

  it('fits in its bound, whatever its longest fields are made of', () => {
    const worst = '\ud800';
    const name = worst.repeat(NAME_MAX_CHARACTERS);
    const text = renderRecord(
      recordIn('running', {
        workspace: worst.repeat(WORKSPACE_MAX_CHARACTERS),
        nativeId: name,
        model: name,
        reasoningEffort: name,
        agentVersion: name,
        lastError: { code: 'TIMEOUT', message: worst.repeat(ERROR_MAX_CHARACTERS) },
        review: { snapshot: name, scope: name, verdict: 'READY' },
      }),
    );
    expect(faultOf(text)).toBe('none');
    expect(Buffer.byteLength(text)).toBeLessThan(RECORD_MAX_BYTES);
  });
});
