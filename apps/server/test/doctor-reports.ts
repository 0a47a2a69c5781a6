import type { HealthReport, ModelReport } from '@coagent8/diagnostics';

/** A report of the models with one of each thing that it can say. */
export const MODELS: ModelReport = {
  reportedAt: '2026-05-01T12:00:00.000Z',
  configuration: { file: '~/.coagent8/config.json' },
  governance: { outputPriceAbove: 20, defaultPriceRatio: 2, models: { allow: [], ask: [], deny: ['old'] } },
  priceList: { source: 'list.invalid', readAt: '2026-05-01T10:00:00.000Z', isStale: false },
  backends: [
    {
      backend: 'codex',
      state: 'listed',
      readAt: '2026-05-01T11:57:00.000Z',
      quota: {
        reading: {
          readAt: '2026-05-01T11:50:00.000Z',
          windows: [{ name: 'weekly', usedPercent: 82, resetsAt: '2026-05-03T08:00:00.000Z' }],
        },
        cooldowns: [],
      },
      headroom: { leftPercent: 18, readAt: '2026-05-01T11:50:00.000Z' },
      candidates: [
        {
          ...{ backend: 'codex', model: 'swift-4.2', aliases: [], isEffortRequired: false, isAllowed: false },
          ...{ efforts: ['low', 'medium', 'high'], defaultEffort: 'medium', defaultSource: 'catalog' },
          price: {
            ...{ outputUsdPerMillion: 9, entry: 'vendor/swift-4.2', match: 'exact', ageMs: 7_200_000 },
            ...{ source: 'list.invalid', readAt: '2026-05-01T10:00:00.000Z' },
          },
          approval: { outcome: 'run' },
        },
        {
          ...{ backend: 'codex', model: 'big-model', aliases: ['big', 'b`g'], isEffortRequired: false },
          ...{ efforts: [], isAllowed: false },
          price: {
            ...{ outputUsdPerMillion: 40.5, entry: 'vendor/big-model-x', match: 'approximate', ageMs: 0 },
            ...{ source: 'list.invalid', readAt: '2026-05-01T10:00:00.000Z' },
          },
          approval: {
            ...{ outcome: 'ask', basis: 'output_price_above', reason: 'dear', isRememberable: true },
          },
        },
        {
          ...{ backend: 'codex', model: 'old', aliases: [], isEffortRequired: false },
          ...{ efforts: [], isAllowed: false, approval: { outcome: 'deny', rule: 'old' } },
        },
      ],
    },
    {
      ...{ backend: 'agy', state: 'failed', candidates: [] },
      failure: { code: 'TIMEOUT', message: 'agy did not answer within 20 s', remedy: 'run `agy --version`' },
    },
    {
      ...{ backend: 'claude', state: 'missing', candidates: [] },
      failure: { code: 'CLI_NOT_FOUND', message: 'no claude on <PATH>', remedy: 'install it' },
    },
  ],
  warnings: [{ code: 'STORE_FAILED', message: 'models.json could not be written' }],
};

/** A report of the agents' health with one agent in each of three states. */
export const HEALTH: HealthReport = {
  reportedAt: '2026-05-01T12:00:00.000Z',
  configuration: {
    file: '~/.coagent8/config.json',
    isThere: true,
    fields: [{ path: 'defaultBackend', value: 'agy', source: 'file' }],
    places: [],
    ignored: [],
    ignoredCount: 0,
  },
  dataRoot: { state: 'writable', path: '~/.coagent8' },
  priceList: { source: 'list.invalid', readAt: '2026-05-01T10:00:00.000Z', isStale: false },
  directory: '~/app',
  backends: [
    {
      backend: 'codex',
      state: 'unverified',
      isAllowed: true,
      executable: { path: '~/.local/bin/codex', source: 'path' },
      version: '0.171.0',
      authentication: { state: 'present', standing: 'observed', detail: 'an API key' },
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
      backend: 'agy',
      state: 'limited',
      isAllowed: true,
      executable: { path: '/opt/agy', source: 'environment' },
      version: '1.2.3',
      authentication: { state: 'verified', standing: 'verified', detail: 'signed in with a plan' },
      evidence: { profile: 'read-only', assurance: 'requested', checks: [] },
      models: {
        standing: 'observed',
        count: 1,
        readAt: '2026-05-01T12:00:00.000Z',
        default: {
          ...{ backend: 'agy', model: 'swift-4.2', aliases: [], efforts: [], isEffortRequired: false },
          ...{ isAllowed: false, defaultSource: 'catalog', approval: { outcome: 'run' } },
        },
        recorded: {
          field: 'backends.agy.defaultModel',
          undo: 'coagent8 config unset backends.agy.defaultModel',
        },
      },
      limits: {
        standing: 'observed',
        reading: {
          readAt: '2026-05-01T12:00:00.000Z',
          windows: [{ name: 'weekly', usedPercent: 100, resetsAt: '2026-05-03T08:00:00.000Z' }],
          plan: 'pro',
        },
        cooldowns: [],
        headroom: {
          leftPercent: 0,
          readAt: '2026-05-01T12:00:00.000Z',
          limited: { until: '2026-05-03T08:00:00.000Z', source: 'reading' },
        },
      },
    },
    {
      backend: 'claude',
      state: 'missing',
      isAllowed: true,
      failure: { code: 'CLI_NOT_FOUND', message: 'no claude on PATH', remedy: 'install it' },
    },
  ],
  warnings: [{ code: 'STORE_FAILED', message: 'quota.json could not be written' }],
};
