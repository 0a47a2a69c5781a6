import { describe, expect, it } from '@jest/globals';

import type { BackendHealth, HealthReport } from './examine-health.js';
import { TEXT_WIDTH } from './fact-lines.js';
import { healthLines } from './health-text.js';

const report: HealthReport = {
  configuration: { file: '~/.coagent8/config.json' },
  directory: '~/app',
  backends: [
    {
      backend: 'codex',
      state: 'ready',
      executable: { path: '~/.local/bin/codex', source: 'path' },
      version: '0.171.0',
      authentication: { state: 'present', detail: 'an API key; not verified' },
      evidence: {
        profile: 'read-only',
        assurance: 'verified',
        checks: [
          {
            name: 'sandbox',
            passed: true,
            detail: 'read-only, without network; it can read the whole disk, not the workspace alone',
          },
        ],
      },
    },
    {
      backend: 'claude',
      state: 'missing',
      failure: { code: 'CLI_NOT_FOUND', message: 'no claude was found', remedy: 'install it' },
    },
  ],
};

describe('healthLines', () => {
  it('says for each agent what was found, how, and what holds', () => {
    expect(healthLines(report)).toEqual([
      '  configuration         ~/.coagent8/config.json',
      '  examined in           ~/app',
      '',
      'codex  ready: the read-only profile can be verified here',
      '  program               ~/.local/bin/codex (path)',
      '  version               0.171.0',
      '  sign-in               present: an API key; not verified',
      '  ✓ sandbox             read-only, without network; it can read the whole disk,',
      '                        not the workspace alone',
      '',
      'claude  not found',
      '  problem               no claude was found',
      '  what to do            install it',
    ]);
  });

  it.each([
    ['ready', 'requested', 'agy  ready: the read-only profile can be requested here, not proven'],
    ['signed-out', 'verified', 'agy  not ready: signed out; the read-only profile can be verified here'],
    ['unverified', 'requested', 'agy  not ready: the read-only profile does not hold here'],
  ] as const)('says of a backend that is %s with a profile %s what that means', (state, assurance, line) => {
    const agy: BackendHealth = {
      backend: 'agy',
      state,
      evidence: { profile: 'read-only', assurance, checks: [] },
    };
    expect(healthLines({ ...report, backends: [agy] })).toContain(line);
  });

  it('fits a terminal of 80 columns', () => {
    expect(Math.max(...healthLines(report).map((line) => line.length))).toBeLessThanOrEqual(TEXT_WIDTH);
  });

  it('says what is wrong with the configuration', () => {
    const failure = {
      code: 'POLICY_DENIED',
      message: 'config.json is not JSON (line 3)',
      remedy: 'mend it',
    } as const;
    expect(healthLines({ ...report, configuration: { failure }, backends: [] })).toEqual([
      '  configuration         POLICY_DENIED: config.json is not JSON (line 3)',
      '                        mend it',
      '  examined in           ~/app',
    ]);
  });
});
