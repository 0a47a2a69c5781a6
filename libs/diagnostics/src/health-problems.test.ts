import { describe, expect, it } from '@jest/globals';

import { BAD, GOOD, GOOD_CODEX, rowOf } from '../test/health-reports.js';
import { problemsIn } from './health-problems.js';
import type { BackendHealth, HealthReport } from './health-report.js';

const saidOf = (change: Partial<HealthReport>) =>
  problemsIn({ ...GOOD, ...change }).map(({ subject, text }) => `${subject}: ${text}`);

const MISSING: BackendHealth = {
  ...{ backend: 'claude', state: 'missing' },
  failure: { code: 'CLI_NOT_FOUND', message: 'not there', remedy: 'install it' },
};

describe('problemsIn', () => {
  it('is nothing where all is well, though not every agent is installed', () => {
    expect(problemsIn(GOOD)).toEqual([]);
  });

  it('says first what stops everything', () => {
    expect(problemsIn(BAD).map(({ subject }) => subject)).toEqual([
      ...['configuration', 'data root', 'codex', 'agy', 'claude', 'claude', 'claude'],
    ]);
  });

  it('misses an agent that is named, asked about alone, or the last one', () => {
    const named = { path: 'backends.claude.executable', value: '/x', source: 'file' } as const;
    const configuration = { ...GOOD.configuration, fields: [named] };
    const missed = ['claude: not there; install it'];
    expect(saidOf({ backends: [GOOD_CODEX, MISSING] })).toEqual([]);
    expect(saidOf({ backends: [GOOD_CODEX, MISSING], configuration })).toEqual(missed);
    expect(saidOf({ backends: [MISSING] })).toEqual(missed);
  });

  it('misses the agent that is preferred, and the only one that is allowed', () => {
    const preferred = { path: 'defaultBackend', value: 'claude', source: 'file' } as const;
    const configuration = { ...GOOD.configuration, fields: [preferred] };
    const missed = ['claude: not there; install it'];
    expect(saidOf({ backends: [GOOD_CODEX, MISSING], configuration })).toEqual(missed);
    const leftOut = { ...GOOD_CODEX, state: 'not-allowed', isAllowed: false } as const;
    expect(saidOf({ backends: [leftOut, MISSING] })).toContain(missed[0]);
  });

  it('leaves an agent alone that is not allowed, unless no other is, or it is preferred', () => {
    const leftOut = { ...MISSING, state: 'not-allowed', isAllowed: false } as const;
    const preferred = { path: 'defaultBackend', value: 'claude', source: 'file' } as const;
    const none =
      'configuration: routing.allowedBackends leaves out every agent that was looked at: no turn runs on them';
    expect(saidOf({ backends: [{ ...GOOD_CODEX, isAllowed: true }, leftOut] })).toEqual([]);
    expect(saidOf({ backends: [leftOut] })).toEqual([none]);
    expect(
      saidOf({
        backends: [GOOD_CODEX, leftOut],
        configuration: { ...GOOD.configuration, fields: [preferred] },
      }),
    ).toEqual(['configuration: defaultBackend is claude, which routing.allowedBackends leaves out']);
  });

  it('says what means nothing in the configuration, and how much more', () => {
    const ignored = [
      { path: 'routing.allowedBackend', source: 'file', similar: ['routing.allowedBackends'] },
      { path: 'x', source: 'editor', similar: [] },
    ] as const;
    expect(saidOf({ configuration: { ignored, ignoredCount: 5 } })).toEqual([
      'configuration: routing.allowedBackend in the file means nothing; did you mean routing.allowedBackends?',
      "configuration: x in the editor's settings means nothing",
      'configuration: 3 more that mean nothing',
    ]);
  });

  it.each<[string, BackendHealth['models'], string]>([
    [
      'is denied',
      { standing: 'observed', count: 1, default: rowOf({ approval: { outcome: 'deny', rule: 'x' } }) },
      'codex: your rules deny its default swift-4.2; name another model, or set backends.codex.defaultModel',
    ],
    [
      'is not listed',
      { standing: 'observed', count: 1 },
      'codex: backends.codex.defaultModel names a model that codex does not list; `coagent8 models` shows what it does',
    ],
  ])('says of a default that it %s', (_what, models, line) => {
    const field = { path: 'backends.codex.defaultModel', value: 'x', source: 'file' } as const;
    const configuration = { ...GOOD.configuration, fields: [field] };
    expect(saidOf({ configuration, backends: [{ ...GOOD_CODEX, ...(models && { models }) }] })).toEqual([
      line,
    ]);
  });

  it('does not say twice that nobody is signed in', () => {
    const failure = { code: 'AUTH_REQUIRED', message: 'signed out' } as const;
    const authentication = { state: 'refused', standing: 'verified', detail: 'signed out' } as const;
    const models = { standing: 'unknown', count: 0, failure } as const;
    const backends = [{ ...GOOD_CODEX, state: 'refused', authentication, models } as const];
    expect(saidOf({ backends })).toEqual(['codex: signed out']);
  });
});
