import type { TurnMeta, TurnOutcome } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';

import { describeProgress, footerLines } from './outcome-text.js';

const answered: TurnOutcome = {
  status: 'answered',
  answer: 'Yes.',
  truncated: false,
  meta: {
    backend: 'codex',
    model: 'a-model',
    durationMs: 12_345,
    operations: 3,
    evidence: { profile: 'read-only', assurance: 'verified', checks: [] },
  },
  warnings: [],
};

describe('footerLines', () => {
  it('gives the facts of the turn in one line', () => {
    expect(footerLines(answered)).toEqual(['codex (a-model) · 12.3 s · 3 operations · read-only, verified']);
  });

  it('never calls a requested profile verified', () => {
    const meta: TurnMeta = {
      ...answered.meta,
      operations: 1,
      evidence: { profile: 'read-only', assurance: 'requested', checks: [] },
    };
    expect(footerLines({ ...answered, meta })).toEqual([
      'codex (a-model) · 12.3 s · 1 operation · read-only requested, not proven',
    ]);
  });

  it('keeps each fact on its line, whatever is in it', () => {
    const meta: TurnMeta = { ...answered.meta, model: 'm\n\ncodex (real) · 1 s · read-only, verified' };
    expect(footerLines({ ...answered, meta })).toHaveLength(1);
  });

  it('claims no profile for a turn that did not get that far', () => {
    const failed: TurnOutcome = {
      status: 'failed',
      failure: { code: 'CLI_NOT_FOUND', message: 'no codex' },
      meta: { durationMs: 40, operations: 0 },
      warnings: [],
    };
    expect(footerLines(failed)).toEqual(['no backend · 0.0 s']);
  });

  it('adds the price where it is to be shown', () => {
    const price = {
      outputUsdPerMillion: 9,
      entry: 'vendor/swift-4',
      match: 'exact',
      source: '/srv/prices.json',
      readAt: '2030-01-01T00:00:00.000Z',
      ageMs: 0,
    } as const;
    const lines = footerLines({ ...answered, meta: { ...answered.meta, price } });
    expect(lines.slice(1)).toEqual([expect.stringMatching(/^Price: 9 USD per million output tokens \(/)]);
  });

  it('adds the choice that was ours, the fallback workspace and the warnings', () => {
    const lines = footerLines({
      ...answered,
      meta: {
        ...answered.meta,
        backendReason: 'codex is the only agent that can answer here',
        workspace: { path: '/srv/app', source: 'directory' },
      },
      warnings: [{ code: 'ACTIONS_DENIED', message: '2 actions denied' }],
    });
    expect(lines.slice(1)).toEqual([
      'Backend: codex is the only agent that can answer here',
      'Workspace: /srv/app (the folder this was started in)',
      '2 actions denied',
    ]);
  });
});

describe('describeProgress', () => {
  it('words phases and operations', () => {
    expect(describeProgress({ type: 'phase', phase: 'verifying', backend: 'codex' })).toBe(
      'codex: checking the read-only profile',
    );
    expect(describeProgress({ type: 'phase', phase: 'asking', backend: 'codex' })).toBe(
      'codex: waiting for your consent',
    );
    expect(describeProgress({ type: 'operation', operations: 2, label: 'ls' })).toBe('operation 3: ls');
  });
});
