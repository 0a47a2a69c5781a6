import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { goldenText } from '../test/golden.js';
import { BAD, GOOD, GOOD_CODEX } from '../test/health-reports.js';
import type { BackendHealth, HealthReport } from './health-report.js';
import { healthSummary } from './health-summary.js';
import { SUMMARY_MAX_BYTES } from './summary.js';

const withChecks = (count: number, detail: string): HealthReport => {
  const checks = Array.from({ length: count }, (_, index) => ({
    ...{ name: `check ${index}`, passed: index !== count - 1, detail },
  }));
  const evidence = { profile: 'read-only', assurance: 'verified', checks } as const;
  return { ...GOOD, backends: [{ ...GOOD_CODEX, state: 'unverified', evidence }] };
};

const bytesOf = (report: HealthReport) => Buffer.byteLength(healthSummary(report));

describe('healthSummary', () => {
  it.each([
    ['good', GOOD],
    ['bad', BAD],
  ])('says for each agent what is wrong first, where all is %s', (name, report) => {
    const text = `${healthSummary(report)}\n`;
    expect(text).toBe(goldenText(`health-${name}.md`, text));
  });

  it('keeps what to do behind a long message', () => {
    const failure = { code: 'CLI_NOT_FOUND', message: 'x '.repeat(250), remedy: 'install it' } as const;
    const missing = { backend: 'agy', state: 'missing', failure } as const;
    expect(healthSummary({ ...GOOD, backends: [missing] })).toMatch(/^[^]*?- agy: (?:x )+; install it\n/);
  });

  it('says which variable names a price list that was not read', () => {
    const place = { place: 'priceList', source: 'environment', variable: 'COAGENT8_PRICES_URL' } as const;
    const configuration = { ...GOOD.configuration, places: [place] };
    const priceList = { source: '', isStale: true };
    expect(healthSummary({ ...GOOD, configuration, priceList })).toContain(
      '- ? prices: none were read (COAGENT8_PRICES_URL)\n',
    );
  });

  it('keeps within the bound by leaving out what is right', () => {
    const summary = healthSummary(withChecks(40, 'x'.repeat(2_000)));
    expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(SUMMARY_MAX_BYTES);
    expect(summary).toMatch(
      /^\*\*What to do\*\*\n- codex: the read-only profile does not hold here: check 39/,
    );
    expect(summary).toMatch(/\n- ✗ check 39: x+…\n/);
    expect(summary).toMatch(/\n- … \d+ more\n/);
  });

  it('leaves what fits, to the last byte, and drops one row one byte past', () => {
    const base = withChecks(20, 'x'.repeat(75));
    const withNote = (length: number): HealthReport => ({
      ...base,
      warnings: Array.from({ length: 8 }, (_, index) => ({
        code: 'STORE_FAILED',
        message: 'n'.repeat(index === 7 ? length : 100),
      })),
    });
    const room = SUMMARY_MAX_BYTES - bytesOf(withNote(0));
    expect(room).toBeGreaterThan(0);
    expect(room).toBeLessThan(300);
    expect(bytesOf(withNote(room))).toBe(SUMMARY_MAX_BYTES);
    expect(healthSummary(withNote(room))).not.toContain(' more\n');
    expect(healthSummary(withNote(room + 1))).toContain('\n- … 1 more\n');
  });

  it('never exceeds its bound, and gives no text a line of its own', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom('\n# x', '<script>', '```\n', 'y'.repeat(4_000), '模型'.repeat(2_000)),
    );
    const states = ['ready', 'limited', 'signed-out', 'refused', 'unverified', 'failed', 'missing'] as const;
    const backend = fc
      .record({
        message: text,
        detail: text,
        names: fc.array(text, { maxLength: 40 }),
        state: fc.constantFrom(...states),
      })
      .map(({ message, detail, names, state }): BackendHealth => ({
        ...GOOD_CODEX,
        state,
        version: message,
        failure: { code: 'PROCESS_ERROR', message, remedy: detail },
        authentication: { state: 'absent', standing: 'observed', detail, remedy: message },
        evidence: {
          profile: 'read-only',
          assurance: 'verified',
          checks: names.map((name, index) => ({ name, passed: index % 2 === 0, detail })),
        },
        limits: {
          ...{ standing: 'observed', headroom: { limited: { until: message, source: 'turn' } } },
          reading: {
            readAt: message,
            windows: names.map((name) => ({ name, models: [name] })),
            plan: detail,
          },
          cooldowns: names.map((forModel) => ({ observedAt: detail, until: message, forModel })),
        },
      }));
    const reports = fc
      .record({ backends: fc.array(backend, { maxLength: 3 }), directory: text, warnings: fc.array(text) })
      .map(({ warnings, ...change }) => ({
        ...GOOD,
        ...change,
        warnings: warnings.map((message) => ({ code: 'STORE_FAILED' as const, message })),
      }));
    fc.assert(
      fc.property(reports, (report) => {
        const summary = healthSummary(report);
        expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(SUMMARY_MAX_BYTES);
        for (const line of summary.split(/[\n\r\u2028\u2029]/))
          expect(line).toMatch(/^(?:$|- |\*\*|Signs: |Nothing to do|No agent |Notes$)/);
      }),
    );
  });
});
