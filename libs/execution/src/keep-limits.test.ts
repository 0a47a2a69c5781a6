import type { Failure } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';

import { limitFinding } from './keep-limits.js';

const NOW_MS = Date.parse('2030-01-01T08:00:00.000Z');
const observedAt = '2030-01-01T08:00:00.000Z';
const until = '2030-01-01T09:00:00.000Z';

function finding(failure: Failure | undefined, text = '', model?: string) {
  const said = { text, truncated: false };
  const collected = { answer: said, partial: said, operations: 0, denied: 0 };
  return limitFinding({ failure, collected }, { model, nowMs: NOW_MS });
}

const limited = (details: NonNullable<Failure['details']>): Failure => ({
  code: 'RATE_LIMITED',
  message: `the limit is reached, try again at ${until}`,
  details,
});

describe('limitFinding', () => {
  it.each([
    ['everything', { resetsAt: until }, 'swift-4', { observedAt, until }],
    ['everything', { resetsAt: until, isModelLimit: false }, 'swift-4', { observedAt, until }],
    ['everything', { resetsAt: until, isModelLimit: 'swift-4' }, 'swift-4', { observedAt, until }],
    [
      'the named model',
      { resetsAt: until, isModelLimit: true },
      'swift-4',
      { observedAt, until, forModel: 'swift-4' },
    ],
    [
      'no model in particular',
      { resetsAt: until, isModelLimit: true },
      undefined,
      { observedAt, until, forModel: null },
    ],
  ])('is a limit for %s: %j of %s', (_, details, model, cooldown) => {
    expect(finding(limited(details), '', model)).toEqual({ kind: 'limited', cooldown });
  });

  it.each<[string, Failure]>([
    ['no time', limited({})],
    ['a time that is none', limited({ resetsAt: 'in an hour' })],
    ['a number for a time', limited({ resetsAt: NOW_MS + 3_600_000 })],
    ['a time without a zone', limited({ resetsAt: '2030-01-01T09:00:00' })],
    ['a time that is now', limited({ resetsAt: observedAt })],
    ['a time that has passed', limited({ resetsAt: '2030-01-01T07:59:59.999Z' })],
    ['another code', { ...limited({ resetsAt: until }), code: 'PROCESS_ERROR' }],
  ])('is nothing with %s', (_, failure) => {
    expect(finding(failure, 'Half an answer')).toEqual({ kind: 'nothing' });
  });

  it('is a limit that ends in a millisecond', () => {
    const { kind } = finding(limited({ resetsAt: '2030-01-01T08:00:00.001Z' }));
    expect(kind).toBe('limited');
  });

  it('is an answer where there is one, whatever it quotes', () => {
    expect(finding(undefined, `{"code":"RATE_LIMITED","resetsAt":"${until}"}`)).toEqual({ kind: 'answered' });
    expect(finding(undefined, ' \n')).toEqual({ kind: 'nothing' });
  });
});
