import { SESSION_STATES } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { handleOf, NOW, recordIn, WORKSPACE } from '../test/made-up-records.js';
import { beginNextTurn, newRecord, settleDead, stepTurn } from './change-record.js';
import { parseRecord, renderRecord } from './session-record.js';
import type { SessionRecord } from './session-record.js';
import { isActive } from './session-state.js';

const OWNERSHIP = { owner: 'd'.repeat(32), token: 'e'.repeat(32) };
const LATER = new Date(NOW + 1000).toISOString();
const SESSION = {
  handle: handleOf('a'),
  workspace: WORKSPACE,
  backend: 'agy',
  profile: 'read-only',
} as const;

const isSound = (record: SessionRecord) =>
  expect(parseRecord(renderRecord(record))).toEqual({ ok: true, record });

describe('newRecord', () => {
  it('is that of a first turn that starts', () => {
    const record = newRecord(SESSION, OWNERSHIP, LATER);
    expect(record).toMatchObject({ state: 'starting', owner: OWNERSHIP.owner, usedAt: LATER });
    expect(record.turn).toEqual({ number: 1, token: OWNERSHIP.token, startedAt: LATER });
    isSound(record);
  });
});

describe('beginNextTurn', () => {
  it('counts on, and forgets what was of the last turn alone', () => {
    const last = recordIn('failed', {
      lastError: { code: 'TIMEOUT', message: 'late' },
      review: { snapshot: 's', scope: 'staged', verdict: 'READY' },
    });
    const record = beginNextTurn(last, OWNERSHIP, { model: 'big-model' }, LATER);
    expect(record).toMatchObject({
      state: 'starting',
      nativeId: 'thread-1',
      model: 'big-model',
      createdAt: last.createdAt,
    });
    expect(record.turn).toEqual({ number: 3, token: OWNERSHIP.token, startedAt: LATER });
    expect(Object.keys(record)).not.toEqual(expect.arrayContaining(['lastError']));
    expect([record.review, record.reasoningEffort]).toEqual([undefined, undefined]);
    isSound(record);
  });

  it('replaces a turn whose owner is dead, in one step', () => {
    const record = beginNextTurn(recordIn('running'), OWNERSHIP, {}, LATER);
    expect(record).toMatchObject({ state: 'starting', owner: OWNERSHIP.owner, turn: { number: 3 } });
  });

  it('begins nothing after the end', () => {
    expect(() => beginNextTurn(recordIn('closed'), OWNERSHIP, {}, LATER)).toThrow(
      'is closed, which "begin" does not follow',
    );
  });
});

describe('stepTurn', () => {
  it('keeps what the turn learned, and who owns it while it runs', () => {
    const record = stepTurn(recordIn('starting'), 'run', { agentVersion: '1.2.3' }, LATER);
    expect(record).toMatchObject({
      state: 'running',
      owner: 'b'.repeat(32),
      agentVersion: '1.2.3',
      usedAt: LATER,
    });
    expect(stepTurn(record, 'answer', {}, LATER).owner).toBeUndefined();
  });

  it('refuses another conversation than the one that was asked for', () => {
    expect(() => stepTurn(recordIn('running'), 'run', { nativeId: 'thread-2' }, LATER)).toThrow(
      expect.objectContaining({
        code: 'SESSION_INVALID',
        message: expect.stringContaining('began another conversation'),
      }),
    );
    expect(stepTurn(recordIn('running'), 'run', { nativeId: 'thread-1' }, LATER).nativeId).toBe('thread-1');
  });

  it('makes sound records alone, in any order of steps', () => {
    const steps = fc.array(
      fc.constantFrom('run', 'stop', 'answer', 'fail', 'cancel', 'close', 'begin', 'die'),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(steps, (all) => {
        let record = newRecord(SESSION, OWNERSHIP, LATER);
        for (const step of all) {
          try {
            if (step === 'begin') record = beginNextTurn(record, OWNERSHIP, {}, LATER);
            else if (step === 'die') record = settleDead(record, 'interrupt');
            else record = stepTurn(record, step, { nativeId: 'thread-1' }, LATER);
          } catch (error) {
            expect(error).toMatchObject({ code: 'SESSION_INVALID' });
          }
          isSound(record);
        }
      }),
    );
  });
});

describe('settleDead', () => {
  it.each(SESSION_STATES)('leaves nothing under way (%s), and changes nothing else', (state) => {
    const record = recordIn(state);
    const { owner, state: after, ...rest } = settleDead(record, 'interrupt');
    expect(owner).toBeUndefined();
    expect(after).toBe(isActive(state) ? 'interrupted' : state);
    const { owner: _, state: __, ...before } = record;
    expect(rest).toEqual(before);
  });
});
