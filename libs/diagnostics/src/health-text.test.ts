import { describe, expect, it } from '@jest/globals';

import { goldenText } from '../test/golden.js';
import { BAD, GOOD, GOOD_AGY, GOOD_CODEX } from '../test/health-reports.js';
import type { BackendHealth, HealthReport } from './health-report.js';
import { healthLines } from './health-text.js';
import { textColumns } from './text-columns.js';

const reportOf = (...backends: readonly BackendHealth[]): HealthReport => ({ ...GOOD, backends });

describe('healthLines', () => {
  it.each([
    ['good', GOOD],
    ['bad', BAD],
  ])('says what is wrong first, and of all how sure it is, where all is %s', (name, report) => {
    const text = `${healthLines(report).join('\n')}\n`;
    expect(text).toBe(goldenText(`health-${name}.txt`, text));
  });

  it.each([
    [40, 60],
    [60, 60],
    [70, 70],
    [80, 80],
    [120, 80],
  ])('at %i columns keeps to %i', (columns, widest) => {
    const lines = [GOOD, BAD].flatMap((report) => healthLines(report, { columns }));
    expect(Math.max(...lines.map(textColumns))).toBeLessThanOrEqual(widest);
  });

  it('marks what is wrong, and what only explains', () => {
    const marks = { dim: (text: string) => `<${text}>`, alert: (text: string) => `!${text}!` };
    const lines = healthLines(BAD, { marks });
    expect(lines.filter((line) => line.startsWith('!')).length).toBeGreaterThan(10);
    expect(lines.filter((line) => /✗/.test(line)).every((line) => /^[!<]/.test(line))).toBe(true);
    expect(lines.at(-1)).toMatch(/^<.*>$/);
    expect(healthLines(GOOD, { marks }).filter((line) => line.startsWith('!'))).toEqual([]);
  });

  it.each<[string, BackendHealth, string]>([
    ['ready', GOOD_CODEX, 'codex  ready: the read-only profile can be verified here'],
    ['requested', GOOD_AGY, 'agy  ready: the read-only profile can be requested here, not proven'],
    ['limited', BAD.backends[0]!, 'codex  limited until 2026-05-01 15:00 UTC'],
    ['signed out', { ...GOOD_CODEX, state: 'signed-out' }, 'codex  not ready: signed out'],
    [
      'refused',
      { ...GOOD_CODEX, state: 'refused' },
      'codex  not ready: its sign-in was refused, or there is none',
    ],
    [
      'unverified',
      { ...GOOD_CODEX, state: 'unverified' },
      'codex  not ready: the read-only profile does not hold here',
    ],
    ['failed', { ...GOOD_CODEX, state: 'failed' }, 'codex  not ready: it could not be examined'],
    ['missing', { ...GOOD_CODEX, state: 'missing' }, 'codex  not found'],
    ['not allowed', { ...GOOD_CODEX, state: 'not-allowed' }, 'codex  not among routing.allowedBackends'],
  ])('says at a glance of an agent that is %s what that means', (_what, health, line) => {
    expect(healthLines(reportOf(health))).toContain(line);
  });

  it.each<[string, BackendHealth['authentication'], string]>([
    [
      'verified',
      { state: 'verified', standing: 'verified', detail: 'x' },
      '  ✓ sign-in             verified: x',
    ],
    [
      'present',
      { state: 'present', standing: 'observed', detail: 'x' },
      '  · sign-in             present, not verified: x',
    ],
    [
      'refused',
      { state: 'refused', standing: 'verified', detail: 'x' },
      '  ✗ sign-in             refused, or there is none: x',
    ],
    ['absent', { state: 'absent', standing: 'observed', detail: 'x' }, '  ✗ sign-in             none: x'],
    [
      'unknown',
      { state: 'unknown', standing: 'unknown', detail: 'x' },
      '  ? sign-in             not known: x',
    ],
  ])('never says more of a sign-in that is %s', (_what, authentication, line) => {
    expect(healthLines(reportOf({ ...GOOD_CODEX, ...(authentication && { authentication }) }))).toContain(
      line,
    );
  });
});
