import type { BackendHealth, HealthReport } from '../src/health-report.js';
import type { ReportedModelRow } from '../src/list-rows.js';

const NOW = '2026-05-01T12:00:00.000Z';

/** A price of an exact or an approximate match. */
export const priced = (outputUsdPerMillion: number, match: 'exact' | 'approximate' = 'exact') => ({
  outputUsdPerMillion,
  ...{ entry: 'vendor/x', match, source: 'list.invalid', readAt: '2026-05-01T10:00:00.000Z', ageMs: 0 },
});

/** A model that runs without asking. */
export const rowOf = (change: Partial<ReportedModelRow> = {}): ReportedModelRow => ({
  ...{ backend: 'codex', model: 'swift-4.2', aliases: [], efforts: [], isEffortRequired: false },
  ...{ approval: { outcome: 'run' }, isAllowed: false },
  ...change,
});

const READING = {
  readAt: NOW,
  windows: [
    { name: 'primary', usedPercent: 18.4, resetsAt: '2026-05-01T15:00:00.000Z', windowMinutes: 300 },
    { name: 'weekly', usedPercent: 100, windowMinutes: 10_080, models: ['big'] },
    { name: 'other' },
  ],
  plan: 'pro',
};

/** Nothing is wrong with it. */
export const GOOD_CODEX: BackendHealth = {
  ...{ backend: 'codex', state: 'ready', isAllowed: true, version: '0.171.0' },
  executable: { path: '/opt/codex', source: 'environment' },
  authentication: { state: 'verified', standing: 'verified', detail: 'the vendor told its limits' },
  evidence: {
    profile: 'read-only',
    assurance: 'verified',
    checks: [
      {
        name: 'sandbox',
        passed: true,
        detail: 'read-only without network; it reads the whole disk, not only the workspace',
      },
    ],
  },
  models: {
    ...{ standing: 'observed', count: 6, readAt: NOW },
    default: rowOf({ defaultSource: 'catalog', price: priced(9) }),
    recorded: {
      field: 'backends.codex.defaultModel',
      undo: 'coagent8 config unset backends.codex.defaultModel',
    },
  },
  limits: {
    ...{ standing: 'observed', reading: READING, cooldowns: [] },
    headroom: { leftPercent: 81.6, readAt: NOW },
  },
};

/** All that agy can tell. */
export const GOOD_AGY: BackendHealth = {
  ...{ backend: 'agy', state: 'ready', isAllowed: true },
  executable: { path: '~/.local/bin/agy', source: 'path' },
  authentication: { state: 'unknown', standing: 'unknown', detail: 'only a turn tells' },
  evidence: {
    profile: 'read-only',
    assurance: 'requested',
    checks: [{ name: 'flags', passed: true, detail: 'all that are needed' }],
  },
  models: {
    ...{ standing: 'observed', count: 3, readAt: NOW },
    default: rowOf({
      ...{ backend: 'agy', model: 'big-high', defaultSource: 'agent', price: priced(25, 'approximate') },
      approval: { outcome: 'ask', basis: 'output_price_above', reason: '', isRememberable: true },
    }),
  },
  limits: {
    ...{ standing: 'unknown', cooldowns: [], headroom: {} },
    reading: { readAt: NOW, windows: [], unknownBecause: 'the agent tells no limits' },
  },
};

const MISSING_CLAUDE: BackendHealth = {
  ...{ backend: 'claude', state: 'missing', isAllowed: true },
  failure: { code: 'CLI_NOT_FOUND', message: 'no claude was found; tried it all', remedy: 'install it' },
};

/** Two agents are ready, and the third was never installed. */
export const GOOD: HealthReport = {
  reportedAt: NOW,
  configuration: {
    ...{ file: '~/.coagent8/config.json', isThere: true, ignored: [], ignoredCount: 0 },
    fields: [
      { path: 'defaultBackend', value: 'codex', source: 'file' },
      { path: 'routing.strategy', value: 'fixed', source: 'default' },
      {
        path: 'backends.codex.executable',
        value: '/opt/codex',
        source: 'environment',
        variable: 'CODEX_PATH',
      },
    ],
    places: [
      { place: 'dataRoot', value: '~/.coagent8', source: 'environment', variable: 'COAGENT8_DIR' },
      { place: 'configFile', value: '~/.coagent8/config.json', source: 'default' },
    ],
  },
  dataRoot: { state: 'writable', path: '~/.coagent8' },
  priceList: { source: 'list.invalid', readAt: '2026-05-01T10:00:00.000Z', isStale: false },
  directory: '~/app',
  backends: [GOOD_CODEX, GOOD_AGY, MISSING_CLAUDE],
  warnings: [],
};

const LATE = {
  code: 'TIMEOUT',
  message: 'agy did not answer within 20 s',
  remedy: 'run `agy --version`',
} as const;

/** Nothing is as it should be. */
export const BAD: HealthReport = {
  ...GOOD,
  configuration: {
    file: '~/.coagent8/config.json',
    failure: { code: 'POLICY_DENIED', message: 'config.json is not valid JSON (line 3)', remedy: 'mend it' },
  },
  dataRoot: { state: 'read-only', path: '~/.coagent8' },
  priceList: { source: '', isStale: true },
  backends: [
    {
      ...GOOD_CODEX,
      state: 'limited',
      models: { standing: 'observed', count: 1, default: rowOf({ defaultSource: 'configuration' }) },
      limits: {
        standing: 'observed',
        reading: { ...READING, readAt: '2026-05-01T09:00:00.000Z' },
        failure: { code: 'PROCESS_ERROR', message: 'Codex could not reach its server' },
        cooldowns: [
          {
            ...{ observedAt: '2026-05-01T11:00:00.000Z', until: '2026-05-01T15:00:00.000Z' },
            forModel: 'swift-4.2',
          },
        ],
        headroom: { limited: { until: '2026-05-01T15:00:00.000Z', source: 'turn' } },
      },
    },
    {
      ...{ backend: 'agy', state: 'failed', failure: LATE },
      executable: { path: '~/.local/bin/agy', source: 'official' },
      models: { standing: 'unknown', count: 0, failure: LATE },
      limits: { standing: 'unknown', cooldowns: [], headroom: {}, failure: LATE },
    },
    {
      ...{ backend: 'claude', state: 'unverified', version: '2.1.332' },
      executable: { path: '~/.local/bin/claude', source: 'extension' },
      authentication: { state: 'absent', standing: 'observed', detail: 'signed out', remedy: 'sign in' },
      evidence: {
        profile: 'read-only',
        assurance: 'verified',
        checks: [
          { name: 'settings', passed: true, detail: 'only ours' },
          { name: 'hooks', passed: false, detail: 'on' },
        ],
      },
      models: {
        ...{ standing: 'unknown', count: 0 },
        failure: { code: 'PROTOCOL_ERROR', message: 'a torn reply', remedy: 'try again' },
      },
    },
  ],
  warnings: [{ code: 'PRICES_UNAVAILABLE', message: 'the price list could not be read' }],
};
