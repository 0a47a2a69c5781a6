import type { Failure } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { modelSummary } from './models-summary.js';
import type { ReportedModelRow } from './list-rows.js';
import type { BackendModels, ModelReport } from './report-models.js';
import { SUMMARY_MAX_BYTES } from './summary.js';

const row = (change: Partial<ReportedModelRow> = {}): ReportedModelRow => ({
  ...{ backend: 'codex', model: 'swift-4.2', aliases: [], efforts: [], isEffortRequired: false },
  ...{ approval: { outcome: 'run' }, isAllowed: false },
  ...change,
});

const listed = (candidates: readonly ReportedModelRow[]): BackendModels => ({
  ...{ backend: 'codex', state: 'listed', readAt: '2026-05-01T11:57:00.000Z' },
  candidates,
});

const reportOf = (backends: readonly BackendModels[], change: Partial<ModelReport> = {}): ModelReport => ({
  reportedAt: '2026-05-01T12:00:00.000Z',
  configuration: { file: '~/.coagent8/config.json' },
  governance: { outputPriceAbove: 20, defaultPriceRatio: 2, models: { allow: [], ask: [], deny: [] } },
  priceList: { source: 'list.invalid', readAt: '2026-05-01T10:00:00.000Z', isStale: false },
  ...{ backends, warnings: [], ...change },
});

const bytesOf = (report: ModelReport) => Buffer.byteLength(modelSummary(report));

describe('modelSummary', () => {
  it('leaves what fits, to the last byte, and drops one row one byte past', () => {
    const rows = Array.from({ length: 20 }, (_, index) =>
      row({ model: `swift-${index}-${'x'.repeat(100)}` }),
    );
    const withLast = (length: number) => reportOf([listed([...rows, row({ model: 'y'.repeat(length) })])]);
    const room = SUMMARY_MAX_BYTES - bytesOf(withLast(0));
    expect(SUMMARY_MAX_BYTES).toBe(3_900);
    expect(bytesOf(withLast(room))).toBe(SUMMARY_MAX_BYTES);
    expect(modelSummary(withLast(room))).not.toContain('more\n');
    expect(modelSummary(withLast(room + 1))).toContain('\n- … 1 more\n');
    expect(modelSummary(withLast(room + 1))).not.toContain('yyy');
  });

  it('keeps the default among two thousand', () => {
    const models = Array.from({ length: 2_000 }, (_, index) => row({ model: `swift-${index}` }));
    const summary = modelSummary(
      reportOf([listed([...models, row({ model: 'last', defaultSource: 'catalog' })])]),
    );
    expect(summary).toMatch(/\n- `last` · \? · default\n- … \d+ more\n/);
    expect(summary).toContain('2001 models');
  });

  it('says of an agent that is here and told no limits that they are not known', () => {
    const unknown = '\n- limits: not known; scope health asks\n';
    expect(modelSummary(reportOf([listed([row()])]))).toContain(unknown);
    for (const state of ['missing', 'not-allowed'] as const)
      expect(modelSummary(reportOf([{ ...listed([]), state }]))).not.toContain('limits');
  });

  it('tells of one that is not installed a line, and of one that was named and is not there why', () => {
    const cooldowns = [{ observedAt: '2026-05-01T11:00:00.000Z', until: '2026-05-01T15:00:00.000Z' }];
    const missing = (details: Failure['details']): BackendModels => ({
      ...{ backend: 'agy', state: 'missing', candidates: [], quota: { cooldowns } },
      failure: { code: 'CLI_NOT_FOUND', message: 'it is not there', details },
    });
    const besides = (details: Failure['details']) =>
      modelSummary(reportOf([listed([row()]), missing(details)])).split('\n\n')[1];
    expect(besides({})).toBe('**agy**: not found; scope health says where it was looked for');
    expect(besides({ setting: 'AGY_PATH' })).toBe('**agy**: not found\n- problem: it is not there');
    expect(modelSummary(reportOf([missing({})]))).toContain(
      '**agy**: not found\n- problem: it is not there\n',
    );
  });

  it('says what is kept of limits before any model, and keeps it among two thousand', () => {
    const models = Array.from({ length: 2_000 }, (_, index) => row({ model: `swift-${index}` }));
    const headroom = { leftPercent: 82, readAt: '2026-05-01T11:57:00.000Z' };
    const quota = {
      cooldowns: [
        { observedAt: '2026-05-01T11:00:00.000Z', until: '2026-05-01T15:00:00.000Z', forModel: 'swift-1' },
      ],
    };
    expect(
      modelSummary(reportOf([{ ...listed(models), quota, headroom }]))
        .split('\n')
        .slice(0, 3),
    ).toEqual([
      '**codex**: 2000 models, as it said 3 minutes ago',
      '- limits: 82 % left, seen 3 minutes ago',
      '- limited: turns with swift-1 until 2026-05-01 15:00 UTC (one was told so 1 hour ago)',
    ]);
  });

  it('says why an agent is missing, and that the configuration cannot be used', () => {
    const failure = { code: 'CLI_NOT_FOUND', message: 'no agy was found', remedy: 'install it' } as const;
    const broken = { code: 'POLICY_DENIED', message: 'line 3 of config.json' } as const;
    const summary = modelSummary(
      reportOf([{ backend: 'agy', state: 'missing', failure, candidates: [] }], {
        configuration: { failure: broken },
        priceList: { source: '', isStale: true },
      }),
    );
    expect(summary).toMatch(
      /^\*\*The configuration cannot be used\*\*: no turn runs\n- why: POLICY_DENIED: line 3/,
    );
    expect(summary).toContain(
      '\n\n**agy**: not found\n- problem: no agy was found\n- what to do: install it\n\n',
    );
    expect(summary).toContain('Prices: no price list was read.');
  });

  it('never exceeds its bound, and gives no text a line of its own', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom('\n# x', '<script>', '```\n', 'y'.repeat(4_000), '模型'.repeat(2_000)),
    );
    const texts = fc.array(text, { maxLength: 3 });
    const rows = fc.array(
      fc.record({ model: text, aliases: texts, efforts: texts }).map((change) => row(change)),
      { maxLength: 40 },
    );
    const failure = fc.record({ code: fc.constant('PROCESS_ERROR' as const), message: text, remedy: text });
    const backend = fc
      .record({ candidates: rows, failure })
      .map((change): BackendModels => ({ ...listed([]), ...change }));
    const reports = fc
      .record({
        backends: fc.array(backend, { maxLength: 3 }),
        source: text,
        warnings: texts,
        failure,
      })
      .map(({ backends, source, warnings, failure: broken }) =>
        reportOf(backends, {
          configuration: { failure: broken },
          priceList: { source, readAt: '2026-05-01T10:00:00.000Z', isStale: true },
          warnings: warnings.map((message) => ({ code: 'STORE_FAILED', message })),
        }),
      );
    fc.assert(
      fc.property(reports, (report) => {
        const summary = modelSummary(report);
        expect(Buffer.byteLength(summary)).toBeLessThanOrEqual(SUMMARY_MAX_BYTES);
        for (const line of summary.split(/[\n\r\u2028\u2029]/))
          expect(line).toMatch(/^(?:$|- |\*\*|Each row: |Prices: |Notes$)/);
      }),
    );
  });
});
