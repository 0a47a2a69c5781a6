import type { Failure } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';

import { goldenText } from '../test/golden.js';
import { BAD, GOOD, priced, rowOf } from '../test/health-reports.js';
import { overviewLines } from './overview-text.js';
import type { BackendModels, ModelReport } from './report-models.js';
import { textColumns } from './text-columns.js';

const listed = (change: Partial<BackendModels>): BackendModels => ({
  ...{ backend: 'codex', state: 'listed', readAt: '2026-05-01T11:57:00.000Z', candidates: [] },
  ...change,
});

const READING = { readAt: '2026-05-01T11:57:00.000Z', windows: [{ name: 'weekly', usedPercent: 18.2 }] };
const COOLDOWN = { observedAt: '2026-05-01T11:00:00.000Z', until: '2026-05-01T15:00:00.000Z' };
const ASKS = { outcome: 'ask', basis: 'output_price_above', reason: '', isRememberable: true } as const;

const GOOD_MODELS: ModelReport = {
  ...{ reportedAt: GOOD.reportedAt, priceList: GOOD.priceList, warnings: [] },
  configuration: { file: '~/.coagent8/config.json', isThere: true },
  governance: { outputPriceAbove: 20, defaultPriceRatio: 2, models: { allow: [], ask: [], deny: [] } },
  backends: [
    listed({
      candidates: [rowOf({ model: 'other' }), rowOf({ defaultSource: 'configuration', price: priced(9) })],
      quota: { reading: READING, cooldowns: [{ ...COOLDOWN, forModel: 'other' }] },
      headroom: { leftPercent: 81.8, readAt: READING.readAt },
    }),
    listed({
      backend: 'agy',
      candidates: [
        rowOf({
          model: 'big-high',
          defaultSource: 'agent',
          price: priced(25, 'approximate'),
          approval: ASKS,
        }),
      ],
      quota: { cooldowns: [{ ...COOLDOWN, forModel: null }] },
      headroom: { limited: { until: COOLDOWN.until, source: 'turn' } },
    }),
    { backend: 'claude', state: 'missing', candidates: [] },
  ],
};

const BAD_MODELS: ModelReport = {
  ...{ reportedAt: GOOD.reportedAt, priceList: BAD.priceList, warnings: BAD.warnings },
  configuration: BAD.configuration,
  backends: [
    {
      ...{ backend: 'codex', state: 'failed' },
      failure: { code: 'CLI_UNSUPPORTED', message: 'Codex 0.140.0 is too old', remedy: 'update it' },
      candidates: [
        rowOf({ defaultSource: 'configuration', approval: { outcome: 'deny', rule: 'swift-4.2' } }),
      ],
      quota: {
        cooldowns: [],
        reading: { readAt: READING.readAt, windows: [], unknownBecause: 'nobody is signed in' },
      },
    },
    {
      ...{ backend: 'agy', state: 'no-catalog', candidates: [] },
      quota: { reading: { ...READING, readAt: '2026-05-01T09:00:00.000Z' }, cooldowns: [] },
      headroom: {},
    },
    { backend: 'claude', state: 'not-allowed', candidates: [] },
  ],
};

describe('overviewLines', () => {
  it.each([
    ['good', GOOD_MODELS],
    ['bad', BAD_MODELS],
  ])('is a few lines for each agent, where all is %s', (name, report) => {
    const text = `${overviewLines(report).join('\n')}\n`;
    expect(text).toBe(goldenText(`overview-${name}.txt`, text));
  });

  it.each([
    [40, 60],
    [60, 60],
    [70, 70],
    [120, 80],
  ])('at %i columns keeps to %i', (columns, widest) => {
    const lines = [GOOD_MODELS, BAD_MODELS].flatMap((report) => overviewLines(report, { columns }));
    expect(Math.max(...lines.map(textColumns))).toBeLessThanOrEqual(widest);
  });

  it('marks what the reader must not miss', () => {
    const marks = { dim: (text: string) => text, alert: (text: string) => `!${text}!` };
    const alerts = (report: ModelReport) =>
      overviewLines(report, { marks }).filter((line) => /^!/.test(line));
    expect(alerts(GOOD_MODELS).join('\n')).toMatch(/turns with other[^]*limited until/);
    expect(alerts(BAD_MODELS).join('\n')).toMatch(/no turn runs[^]*too old[^]*denied by your rules/);
  });

  it('shows a slip of the one who named a program, and no list of places where nobody did', () => {
    const named: Failure = {
      code: 'CLI_NOT_FOUND',
      message: 'CLAUDE_PATH names /srv/x, which does not exist',
      remedy: 'correct CLAUDE_PATH or remove it',
      details: { setting: 'CLAUDE_PATH' },
    };
    const sought = { code: 'CLI_NOT_FOUND', message: 'no claude command was found; tried it all' } as const;
    const missing = (failure: Failure) =>
      overviewLines({
        ...GOOD_MODELS,
        backends: [{ backend: 'claude', state: 'missing', failure, candidates: [] }],
      });
    expect(missing(named).slice(0, 3)).toEqual([
      'claude  not found',
      '  problem      CLAUDE_PATH names /srv/x, which does not exist',
      '  what to do   correct CLAUDE_PATH or remove it',
    ]);
    expect(missing(sought).slice(0, 2)).toEqual(['claude  not found', '']);
    expect(missing({ code: 'POLICY_DENIED', message: 'a relative path' })[1]).toContain('a relative path');
  });

  it('leaves no sentence about a default open', () => {
    const models: BackendModels = {
      ...{ backend: 'codex', state: 'no-catalog' },
      candidates: [rowOf({ defaultSource: 'configuration' })],
    };
    const lines = overviewLines({ ...GOOD_MODELS, backends: [models] });
    expect(lines[0]).toBe('codex  lists no models');
    expect(lines[1]).toMatch(/^ {2}default +swift-4.2/);
  });

  it('says that there is no configuration file', () => {
    const configuration = { file: '~/.coagent8/config.json', isThere: false };
    const lines = overviewLines({ ...GOOD_MODELS, configuration });
    expect(lines).toContain('configuration  no file at ~/.coagent8/config.json: the defaults hold');
  });
});
