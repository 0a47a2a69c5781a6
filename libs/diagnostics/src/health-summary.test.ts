import { describe, expect, it } from '@jest/globals';

import type { HealthReport } from './examine-health.js';
import { healthSummary } from './health-summary.js';
import { SUMMARY_MAX_BYTES } from './summary.js';

const report: HealthReport = {
  configuration: { file: '~/.coagent8/config.json' },
  directory: '~/app',
  backends: [
    {
      backend: 'codex',
      state: 'unverified',
      executable: { path: '~/.local/bin/codex', source: 'path' },
      version: '0.171.0',
      authentication: { state: 'present', detail: 'an API key; not verified' },
      evidence: {
        profile: 'read-only',
        assurance: 'verified',
        checks: [
          { name: 'features', passed: true, detail: 'off' },
          { name: 'sandbox', passed: false, detail: 'no user namespaces here' },
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

describe('healthSummary', () => {
  it('says for each agent what is wrong first, then what was found', () => {
    expect(healthSummary(report).split('\n')).toEqual([
      '**codex**: not ready: the read-only profile does not hold here',
      '- ✗ sandbox: no user namespaces here',
      '- sign-in: present: an API key; not verified',
      '- program: ~/.local/bin/codex (path)',
      '- version: 0.171.0',
      '- ✓ features: off',
      '',
      '**claude**: not found',
      '- problem: no claude was found',
      '- what to do: install it',
      '',
      '- configuration: ~/.coagent8/config.json',
      '- examined in: ~/app',
    ]);
  });

  it('keeps within the bound by leaving out what is right', () => {
    const [codex] = report.backends;
    const checks = Array.from({ length: 40 }, (_, index) => ({
      ...{ name: `check ${index}`, passed: index !== 39, detail: 'x'.repeat(2_000) },
    }));
    const evidence = { profile: 'read-only', assurance: 'verified', checks } as const;
    const summary = healthSummary({ ...report, backends: [{ ...codex!, evidence }] });
    expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(SUMMARY_MAX_BYTES);
    expect(summary).toMatch(/\n- ✗ check 39: x+…\n/);
    expect(summary).toMatch(/\n- … \d+ more\n/);
  });
});
