import { describe, expect, it } from '@jest/globals';

import { handleOf, NOW, recordIn, WORKSPACE } from '../test/made-up-records.js';
import { checkContinuation, continueModel } from './continue-session.js';
import { SESSION_IDLE_MAX_MS } from './retention.js';

const REQUEST = { handle: handleOf('a'), workspace: WORKSPACE, profile: 'read-only' } as const;
const FACTS = { nowMs: NOW, isOwnerAlive: false };
const { nativeId: _, ...NEVER_ANSWERED } = recordIn('failed');

describe('checkContinuation', () => {
  it.each([
    ['answered', false],
    ['failed', false],
    ['cancelled', false],
    ['interrupted', false],
    ['running', false],
    ['starting', false],
    ['answered', true],
  ] as const)('lets one that is %s continue (owner alive: %s)', (state, isOwnerAlive) => {
    const check = () => checkContinuation(recordIn(state), REQUEST, { ...FACTS, isOwnerAlive });
    expect(check).not.toThrow();
    expect(() => checkContinuation(recordIn(state), { ...REQUEST, backend: 'codex' }, FACTS)).not.toThrow();
  });

  it.each([
    [
      'from another workspace',
      recordIn('answered'),
      { ...REQUEST, workspace: '/elsewhere' },
      'SESSION_INVALID',
      `the session ${handleOf('a')} belongs to another workspace, ${WORKSPACE}`,
      'continue it with that workspace_path',
    ],
    [
      'with another agent',
      recordIn('answered'),
      { ...REQUEST, backend: 'agy' },
      'SESSION_INVALID',
      `the session ${handleOf('a')} is a conversation with codex, which agy does not know`,
      'leave the backend out to continue with codex',
    ],
    [
      'that is closed',
      recordIn('closed'),
      REQUEST,
      'SESSION_INVALID',
      `the session ${handleOf('a')} was closed`,
      'leave the session handle out to begin a new conversation',
    ],
    [
      'that nobody ever confirmed',
      NEVER_ANSWERED,
      REQUEST,
      'SESSION_INVALID',
      'its agent never confirmed that the conversation exists',
      'leave the session handle out',
    ],
    [
      'that waited too long',
      recordIn('answered', { usedAt: new Date(NOW - SESSION_IDLE_MAX_MS - 1).toISOString() }),
      REQUEST,
      'SESSION_INVALID',
      'was last used 120 minutes ago and can be continued for two hours only',
      'what was answered is still there',
    ],
  ] as const)('refuses one %s', (_, record, request, code, message, remedy) => {
    expect(() => checkContinuation(record, request, FACTS)).toThrow(
      expect.objectContaining({
        code,
        message: expect.stringContaining(message),
        remedy: expect.stringContaining(remedy),
      }),
    );
  });

  it.each(['starting', 'running', 'stopping'] as const)(
    'refuses one that is %s and whose owner lives',
    (state) => {
      expect(() => checkContinuation(recordIn(state), REQUEST, { ...FACTS, isOwnerAlive: true })).toThrow(
        expect.objectContaining({
          code: 'SESSION_BUSY',
          message: `turn 2 of the session ${handleOf('a')} is under way`,
          remedy: expect.stringContaining('wait for it, cancel it, or'),
        }),
      );
    },
  );

  it('lets no long dead turn continue', () => {
    const dead = recordIn('running', { usedAt: new Date(NOW - SESSION_IDLE_MAX_MS - 1).toISOString() });
    expect(() => checkContinuation(dead, REQUEST, FACTS)).toThrow('two hours only');
  });
});

describe('continueModel', () => {
  const HAD = { model: 'swift-4.2', reasoningEffort: 'high' };
  it.each([
    ['nothing', {}, HAD],
    ['the same model', { model: 'swift-4.2' }, HAD],
    [
      'the same model in other words',
      { model: 'SWIFT-4.2' },
      { model: 'SWIFT-4.2', reasoningEffort: 'high' },
    ],
    ['another effort', { reasoningEffort: 'low' }, { model: 'swift-4.2', reasoningEffort: 'low' }],
    ['another model', { model: 'big-model' }, { model: 'big-model' }],
    ['both', { model: 'big-model', reasoningEffort: 'low' }, { model: 'big-model', reasoningEffort: 'low' }],
  ])('keeps what was, where %s is asked for', (_, wanted, expected) => {
    const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
    expect(continueModel(HAD, wanted, isSame)).toEqual(expected);
  });

  it('invents nothing', () => {
    expect(continueModel({}, {})).toEqual({});
    expect(continueModel({ reasoningEffort: 'high' }, { model: 'big-model' })).toEqual({
      model: 'big-model',
    });
  });
});
