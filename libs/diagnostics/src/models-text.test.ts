import { describe, expect, it } from '@jest/globals';

import { modelLines } from './models-text.js';
import type { ReportedModelRow } from './list-rows.js';
import type { BackendModels, ModelReport } from './report-models.js';
import { textColumns } from './text-columns.js';

const row = (change: Partial<ReportedModelRow> = {}): ReportedModelRow => ({
  backend: 'codex',
  model: 'swift-4.2',
  aliases: [],
  efforts: [],
  isEffortRequired: false,
  approval: { outcome: 'run' },
  isAllowed: false,
  ...change,
});

const priced = (outputUsdPerMillion: number, match: 'exact' | 'approximate' = 'exact') => ({
  outputUsdPerMillion,
  entry: 'vendor/x',
  match,
  source: 'list.invalid',
  readAt: '2026-05-01T10:00:00.000Z',
  ageMs: 0,
});

const listed = (candidates: readonly ReportedModelRow[], change: Partial<BackendModels> = {}) =>
  ({ backend: 'codex', state: 'listed', readAt: '2026-05-01T11:57:00.000Z', candidates, ...change }) as const;

const reportOf = (backends: readonly BackendModels[], change: Partial<ModelReport> = {}): ModelReport => ({
  reportedAt: '2026-05-01T12:00:00.000Z',
  configuration: { file: '~/.coagent8/config.json' },
  governance: { outputPriceAbove: 20, defaultPriceRatio: 2, models: { allow: [], ask: [], deny: [] } },
  priceList: { source: 'list.invalid', readAt: '2026-05-01T10:00:00.000Z', isStale: false },
  backends,
  warnings: [],
  ...change,
});

const ask = (basis: 'ask_rule' | 'price_unknown' | 'output_price_above' | 'default_price_ratio') =>
  ({ outcome: 'ask', basis, reason: 'because', isRememberable: true }) as const;

describe('modelLines', () => {
  it('is a table for each agent, with a legend, the price list and notes', () => {
    const report = reportOf(
      [
        listed([
          row({
            defaultSource: 'catalog',
            price: priced(9),
            efforts: ['low', 'medium', 'high', 'xhigh', 'ultra'],
            defaultEffort: 'medium',
          }),
          row({
            model: 'swift-4.2-big',
            aliases: ['big', 'grand'],
            price: priced(20.01),
            approval: ask('output_price_above'),
          }),
          row({ model: 'swift-3', price: priced(40, 'approximate'), isAllowed: true }),
          row({ model: 'old', approval: { outcome: 'deny', rule: 'vendor/old' } }),
          row({ model: 'older', approval: { outcome: 'deny', rule: 'codex/older' } }),
          row({ model: 'new', approval: ask('price_unknown'), isAllowed: true }),
        ]),
        { backend: 'claude', state: 'missing', candidates: [] },
      ],
      { warnings: [{ code: 'STORE_FAILED', message: 'models.json could not be written' }] },
    );
    expect(modelLines(report)).toEqual([
      'codex  6 models, as it said 3 minutes ago',
      '  model              USD  efforts',
      '  swift-4.2         9.00  low medium* high xhigh ultra  default',
      '  swift-4.2-big    20.01                                ask (price)',
      '    = big, grand',
      '  swift-3         ~40.00                                allow',
      '  old                  ?                                deny (vendor/old)',
      '  older                ?                                deny',
      '  new                  ?                                ask (no price)',
      '',
      'claude  not found; see `coagent8 doctor --health`',
      '',
      '  USD                   list price per million output tokens; ~ of a longer name',
      '                        in the list, ? not known',
      '  =                     other names of the model above',
      '  *                     effort that it gets where nobody names a model',
      '  ask                   the user is asked before a turn: above 20 USD (price),',
      "                        above 2× the default's price (ratio), by a rule of",
      '                        theirs, or without a known price',
      '  prices                list.invalid, read 2 hours ago',
      '  note                  models.json could not be written',
    ]);
  });

  it.each([
    ['no-catalog', undefined, ['agy  lists no models']],
    ['not-allowed', undefined, ['agy  not among routing.allowedBackends']],
    [
      'failed',
      { code: 'TIMEOUT', message: 'agy did not answer', remedy: 'try it' },
      [
        'agy  could not be asked for its models',
        '  problem               agy did not answer',
        '  what to do            try it',
      ],
    ],
  ] as const)('says of an agent that is %s what that means', (state, failure, lines) => {
    const agy = {
      backend: 'agy',
      state,
      candidates: [],
      ...(failure === undefined ? {} : { failure }),
    } as const;
    const said = modelLines(reportOf([agy]));
    expect(said.slice(0, lines.length + 1)).toEqual([...lines, '']);
    expect(said.join()).not.toContain('asked before a turn');
  });

  it('says that rules are not known where the configuration cannot be used', () => {
    const failure = { code: 'POLICY_DENIED', message: 'config.json is not JSON', remedy: 'mend it' } as const;
    const { governance, ...broken } = reportOf([listed([row({ price: priced(9) })])], {
      configuration: { failure },
      priceList: { source: '', isStale: true },
    });
    expect(governance).toBeDefined();
    expect(modelLines(broken).slice(-5)).toEqual([
      '  ask                   the user is asked before a turn: not known here, for the',
      '                        configuration cannot be used',
      '  prices                none were read',
      '  configuration         POLICY_DENIED: config.json is not JSON',
      '                        mend it',
    ]);
  });

  it.each(['模型模型', 'größe-️4', '👩‍💻-4', 'gro\u0308ss'])('keeps its columns beside %j', (model) => {
    const lines = modelLines(
      reportOf([listed([row({ model, price: priced(9) }), row({ price: priced(1) })])]),
    );
    const prices = lines.filter((line) => /\d\.\d\d$/.test(line));
    expect(new Set(prices.map(textColumns)).size).toBe(1);
    expect(prices).toHaveLength(2);
  });

  it('gives a long name a line of its own and keeps the others to 80 columns', () => {
    const rows = [28, 29, 256].map((length) =>
      row({
        model: 'm'.repeat(length),
        price: priced(1234.567),
        efforts: Array.from({ length: 20 }, () => 'effort'),
        approval: ask('default_price_ratio'),
        defaultSource: 'configuration',
      }),
    );
    const lines = modelLines(reportOf([listed(rows)]));
    expect(lines.filter((line) => line.length > 80)).toEqual([`  ${'m'.repeat(256)}`]);
    expect(lines[2]).toMatch(/^ {2}m{28} {2}1234\.567 /);
    expect(lines.find((line) => /m{29}/.test(line))).toBe(`  ${'m'.repeat(29)}`);
  });

  it('marks what is denied, and what only explains', () => {
    const marks = { dim: (text: string) => `<${text}>`, alert: (text: string) => `!${text}!` };
    const denied = row({ approval: { outcome: 'deny', rule: 'swift-4.2' } });
    const lines = modelLines(reportOf([listed([denied])]), { marks });
    expect(lines[1]).toMatch(/^<.*>$/);
    expect(lines[2]).toMatch(/^! {2}swift-4\.2 .*deny!$/);
  });

  it.each([
    [40, 60],
    [60, 60],
    [61, 61],
    [80, 80],
    [120, 120],
  ])('keeps to %i columns, and to no fewer than 60', (columns, widest) => {
    const rows = ['swift-4.2', 'claude-like-5-5', 'm'.repeat(28)].map((model) =>
      row({
        model,
        aliases: ['one', 'another', 'third-name', 'm'.repeat(13)],
        price: priced(25, 'approximate'),
        efforts: ['low', 'medium', 'high', 'xhigh', 'max', 'ultra'],
        defaultSource: 'catalog',
        approval: ask('output_price_above'),
      }),
    );
    const missing = { backend: 'agy', state: 'missing', candidates: [] } as const;
    const failure = { code: 'CLI_NOT_FOUND', message: 'nothing was found '.repeat(9) } as const;
    const lines = modelLines(reportOf([listed(rows), { ...missing, failure }]), { columns });
    expect(Math.max(...lines.map(textColumns))).toBeLessThanOrEqual(widest);
  });

  it('gives efforts one line where there is room', () => {
    const efforts = ['low', 'medium', 'high', 'xhigh', 'max', 'ultra'];
    const linesAt = (columns: number) => modelLines(reportOf([listed([row({ efforts })])]), { columns });
    expect(linesAt(80)[2]).toBe(`  swift-4.2    ?  ${efforts.join(' ')}`);
    expect(linesAt(60)[2]).toBe(`  swift-4.2    ?  ${efforts.join(' ')}`);
  });

  it('tells where an agent was looked for of one alone', () => {
    const failure = { code: 'CLI_NOT_FOUND', message: 'tried everything', remedy: 'install it' } as const;
    const missing = { backend: 'agy', state: 'missing', failure, candidates: [] } as const;
    expect(modelLines(reportOf([missing])).slice(1, 3)).toEqual([
      '  problem               tried everything',
      '  what to do            install it',
    ]);
    expect(modelLines(reportOf([listed([row()]), missing])).join()).not.toContain('tried everything');
  });

  it('tells what is wrong with one that was named, and nothing of its limits', () => {
    const failure = {
      code: 'CLI_NOT_FOUND',
      message: 'no such file',
      details: { setting: 'AGY_PATH' },
    } as const;
    const quota = { cooldowns: [], reading: { readAt: '2026-05-01T11:57:00.000Z', windows: [] } };
    const missing = { backend: 'agy', state: 'missing', failure, quota, candidates: [] } as const;
    expect(modelLines(reportOf([missing, listed([row()])])).slice(0, 3)).toEqual([
      'agy  not found',
      '  problem               no such file',
      '',
    ]);
  });

  it('says what is kept of limits above the models', () => {
    const limited = { until: '2026-05-01T15:00:00.000Z', source: 'turn' } as const;
    const cooldown = { observedAt: '2026-05-01T11:00:00.000Z', until: limited.until, forModel: 'swift-4.2' };
    const other = { ...cooldown, until: '2026-05-01T13:00:00.000Z', forModel: null };
    const quota = { cooldowns: [cooldown, other] };
    const said = modelLines(reportOf([listed([row()], { quota, headroom: { limited } })]));
    expect(said.slice(1, 4)).toEqual([
      '  limits                limited until 2026-05-01 15:00 UTC, as a turn was told',
      '  limited               turns that name no model until 2026-05-01 13:00 UTC (one',
      '                        was told so 1 hour ago)',
    ]);
  });

  it('names the default of an agent that lists nothing', () => {
    const lines = modelLines(reportOf([listed([row({ defaultSource: 'agent' })], { state: 'no-catalog' })]));
    expect(lines.slice(0, 3)).toEqual([
      'codex  lists no models; its default is below',
      '  model      USD  efforts',
      '  swift-4.2    ?           default',
    ]);
  });
});
