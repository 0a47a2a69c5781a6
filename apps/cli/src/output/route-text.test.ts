import { BACKEND_IDS } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';
import type { RouteReport } from '@coagent8/execution';
import fc from 'fast-check';

import { MISSING_MAX_CHARACTERS, routeLines } from './route-text.js';

const REPORT: RouteReport = {
  reportedAt: '2026-05-01T12:00:00.000Z',
  strategy: 'fixed',
  backend: 'codex',
  reason: 'codex comes first: it has most left of what can answer here',
  considered: [
    {
      ...{ backend: 'codex', standing: 'chosen', isCaller: false, isDefault: true },
      headroom: { leftPercent: 82.4, readAt: '2026-05-01T11:57:00.000Z' },
    },
    {
      ...{ backend: 'claude', standing: 'limited', isCaller: false, isDefault: false },
      headroom: { leftPercent: 0, limited: { until: '2026-05-01T13:05:00.000Z', source: 'reading' } },
    },
    {
      ...{ backend: 'agy', standing: 'missing', isCaller: false, isDefault: false },
      because: 'no agy was found in AGY_PATH, the configuration, PATH and the usual folders of this system',
    },
  ],
  warnings: [{ code: 'STORE_FAILED', message: 'the limits could not be read' }],
};

const row = (more: Partial<RouteReport['considered'][number]>) =>
  routeLines({
    ...REPORT,
    considered: [{ backend: 'codex', standing: 'able', isCaller: false, isDefault: false, ...more }],
  }).find((line) => line.startsWith('  codex'));

describe('routeLines', () => {
  it('tells the reason, a row for each agent, and what the signs mean', () => {
    expect(routeLines(REPORT)).toEqual([
      'codex comes first: it has most left of what can answer here',
      '',
      '  agent   standing   left',
      '  codex   chosen     82 %  seen 3 minutes ago; the configured default',
      '  claude  limited     0 %  until 2026-05-01 13:05 UTC, as it says itself',
      '  agy     not found        no agy was found in AGY_PATH, the configuration, PATH',
      '                           and the usual folders of this system',
      '',
      '  left      of the tightest limit that counts for the request',
      '  strategy  fixed: the configured default, else by rank',
      '  rank      something left before nothing, more before less, the configured',
      '            default before others; then codex, agy, claude',
      '  note      the limits could not be read',
    ]);
  });

  it.each([
    [{}, '  codex   able'],
    [{ headroom: {} }, '  codex   able         ?'],
    [{ headroom: { leftPercent: 0.4 } }, '  codex   able      <1 %'],
    [{ headroom: { leftPercent: 0.5 } }, '  codex   able      1 %'],
    [{ headroom: { leftPercent: 82.4 } }, '  codex   able      82 %'],
    [{ headroom: { leftPercent: 100 } }, '  codex   able      100 %'],
    [{ isCaller: true }, '  codex   able            the caller itself'],
    [
      {
        headroom: {
          limited: { until: '2026-05-01T13:05:00.000Z', source: 'turn' as const },
        },
        because: 'it answers nothing before 2026-05-01T13:05:00.000Z',
      },
      '  codex   able            until 2026-05-01 13:05 UTC, as a turn was told',
    ],
    [
      { standing: 'not-allowed' as const, because: 'the list leaves it out', isDefault: true },
      '  codex   not allowed        the list leaves it out; the configured default',
    ],
  ])('%j', (more, line) => {
    expect(row(more)?.replaceAll(/ {2,}/g, '  ')).toBe(line.replaceAll(/ {2,}/g, '  '));
  });

  it.each([
    [0, 'x'.repeat(MISSING_MAX_CHARACTERS)],
    [1, 'see `coagent8 doctor --health`'],
  ])('leaves the places that were looked in to the doctor: %i past the limit', (more, text) => {
    const because = 'x'.repeat(MISSING_MAX_CHARACTERS + more);
    expect(row({ standing: 'missing', because, isDefault: true })).toContain(text);
    expect(row({ standing: 'unable', because })).toContain(because);
  });

  it('says when a limit was seen, where it keeps nobody out', () => {
    const headroom = { leftPercent: 0, readAt: '2026-05-01T11:57:00.000Z' };
    const limited = { until: '2026-05-01T13:05:00.000Z', source: 'turn' as const };
    expect(row({ headroom })).toContain('seen 3 minutes ago');
    expect(row({ headroom: { ...headroom, limited } })).not.toContain('seen');
  });

  it('says what an unknown limit ranks as, and what asks for it, only where there is one', () => {
    const said = (headroom: object) =>
      routeLines({ ...REPORT, considered: [{ ...REPORT.considered[0], headroom } as never] }).join(' ');
    expect(said({})).toMatch(/not known, or over 15 minutes old: ranks as 50 %/);
    expect(said({})).toContain('            `coagent8 doctor --health` asks the agent');
    expect(said({ leftPercent: 1 })).not.toContain('ranks as');
  });

  it('explains no rank where none could be ranked', () => {
    const considered = [{ backend: 'agy', standing: 'missing', isCaller: false, isDefault: false }] as const;
    const none = { ...REPORT, reason: '', considered };
    expect(routeLines(none).slice(2)).toEqual([
      '  agent  standing   left',
      '  agy    not found',
      '',
      '  note      the limits could not be read',
    ]);
    expect(routeLines({ ...none, warnings: [] })).toHaveLength(4);
  });

  it.each([
    ['chosen', false],
    ['able', false],
    ['limited', false],
    ['unable', true],
    ['missing', true],
    ['not-allowed', true],
  ] as const)('dims %s: %s', (standing, isDim) => {
    const marks = { dim: (text: string) => `<${text}>`, alert: (text: string) => text };
    const considered = [{ backend: 'agy', standing, isCaller: false, isDefault: false }] as const;
    const lines = routeLines({ ...REPORT, considered }, { marks });
    expect(lines.some((line) => line.startsWith('<  agy'))).toBe(isDim);
  });

  it('takes a narrower terminal for one of 60 columns, and a wider one for one of 80', () => {
    expect(routeLines(REPORT, { columns: 1 })).toEqual(routeLines(REPORT, { columns: 60 }));
    expect(routeLines(REPORT, { columns: 200 })).toEqual(routeLines(REPORT, { columns: 80 }));
    expect(routeLines(REPORT, { columns: 60 })).not.toEqual(routeLines(REPORT, { columns: 80 }));
  });

  it('dims each line of a row, and marks nothing by itself', () => {
    const marks = { dim: (text: string) => `<${text}>`, alert: (text: string) => `!${text}!` };
    const lines = routeLines(REPORT, { marks });
    expect(lines.filter((line) => /^<( {2}agy| {20,}and the)/.test(line))).toHaveLength(2);
    expect(lines.join('')).not.toContain('!');
  });

  it('has no table where nobody looked for agents', () => {
    expect(routeLines({ ...REPORT, considered: [] })).toEqual(['  note      the limits could not be read']);
    expect(routeLines({ ...REPORT, considered: [], warnings: [] })).toEqual([]);
  });

  it('has no reason where none was chosen', () => {
    const { reason: _reason, backend: _backend, ...none } = REPORT;
    expect(routeLines(none)[0]).toBe('  agent   standing   left');
  });

  it('keeps to the columns that it is given, 60 at least and 80 at most, whatever is said', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { maxLength: 30 }).map((all) => all.join(' '));
    const considered = fc.array(
      fc.record({
        backend: fc.constantFrom(...BACKEND_IDS),
        standing: fc.constantFrom('chosen', 'able', 'limited', 'unable', 'missing', 'not-allowed'),
        headroom: fc.record(
          {
            leftPercent: fc.integer({ min: 0, max: 100 }),
            readAt: fc.constant('2026-05-01T11:57:00.000Z'),
            limited: fc.constant({ until: '2026-05-01T13:05:01.000Z', source: 'turn' as const }),
          },
          { requiredKeys: [] },
        ),
        isCaller: fc.boolean(),
        isDefault: fc.boolean(),
        because: words,
      }),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(considered, words, fc.integer({ min: 1, max: 200 }), (rows, reason, columns) => {
        const lines = routeLines(
          { ...REPORT, considered: rows as RouteReport['considered'], reason },
          { columns },
        );
        const limit = Math.min(80, Math.max(60, columns));
        expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(limit);
        const shown = rows.filter(
          ({ headroom, standing }) => headroom.limited === undefined && standing !== 'missing',
        );
        for (const word of shown.flatMap(({ because }) => because.split(' ')))
          expect(lines.join('\n')).toContain(word);
      }),
    );
  });
});
