import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Backend, BackendExamination, CatalogReading, Catalogs } from '@coagent8/backends';
import { CoAgentError } from '@coagent8/contracts';
import type { BackendId, ErrorCode, QuotaReading, Quotas } from '@coagent8/contracts';
import type { ListedModel, ModelCatalog, PriceFacts, PriceQuery } from '@coagent8/models';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { examineHealth } from './examine-health.js';
import type { HealthDependencies } from './examine-health.js';
import { healthSummary } from './health-summary.js';
import { STORES_MAX_WAIT_MS } from './limit-time.js';
import { healthLines } from './health-text.js';

const NOW_MS = Date.parse('2026-05-01T12:00:00.000Z');
const at = (ms: number) => new Date(NOW_MS + ms).toISOString();

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coagent8-health-'));
});
afterEach(() => rm(folder, { recursive: true }));

const examination = (change: Partial<BackendExamination> = {}): BackendExamination => ({
  version: '1.0.0',
  authentication: { state: 'present', detail: 'signed in with a plan' },
  evidence: {
    profile: 'read-only',
    assurance: 'verified',
    checks: [{ name: 'sandbox', passed: true, detail: 'seen in /home/someone/app' }],
  },
  ...change,
});

const withCheck = (passed: boolean) =>
  examination({
    evidence: { profile: 'read-only', assurance: 'verified', checks: [{ name: 'a', passed, detail: '' }] },
  });

const WINDOW = { name: 'weekly', usedPercent: 18, resetsAt: at(86_400_000), windowMinutes: 10_080 };
const READING: QuotaReading = { readAt: at(0), windows: [WINDOW], plan: 'pro' };
const NO_WINDOWS: QuotaReading = { readAt: at(0), windows: [], plan: 'pro', unknownBecause: 'not fetched' };

const unasked = () => {
  throw new Error('an examination starts no turn and lists no models but through its catalogs');
};

const backendOf = (script: Partial<Backend> = {}): Backend => ({
  id: 'codex',
  locate: async () => ({ path: '/home/someone/bin/codex', source: 'path' }),
  examine: async () => examination(),
  catalogInputs: unasked,
  listModels: unasked,
  readQuota: async () => READING,
  startTurn: unasked,
  ...script,
});

const model = (id: string, change: Partial<ListedModel> = {}): ListedModel => ({
  id,
  ...{ aliases: [], variants: [], efforts: [], isEffortRequired: false, isDefault: false },
  ...change,
});

const CATALOG: ModelCatalog = {
  models: [model('swift-3'), model('swift-4.2', { isDefault: true })],
  isComplete: true,
};

const fails =
  (code: ErrorCode, message = 'no such thing in /home/someone/app') =>
  async (): Promise<never> => {
    throw new CoAgentError(code, message, { remedy: 'mend it' });
  };

/** Never answers, and ends by its signal. */
const hangs = ({ signal }: { readonly signal: AbortSignal }): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason));
  });

const hangsAfter = (stop: () => void) => () => {
  stop();
  return new Promise<never>(() => undefined);
};

interface Script {
  readonly config?: object | string;
  readonly editor?: object;
  readonly backends?: readonly Backend[];
  readonly catalog?: ModelCatalog;
  readonly read?: (request: { readonly signal: AbortSignal }) => Promise<Partial<CatalogReading>>;
  readonly stored?: Quotas;
  readonly more?: Partial<HealthDependencies>;
}

/** Examines in a world of its own: what it reported, kept, asked for, and what the configuration file then is. */
async function examined({ config, editor, backends = [backendOf()], catalog = CATALOG, ...script }: Script) {
  const file = join(folder, 'config.json');
  if (config !== undefined)
    await writeFile(file, typeof config === 'string' ? config : JSON.stringify(config));
  const kept: [BackendId, QuotaReading][] = [];
  const queries: PriceQuery[] = [];
  const fresh: unknown[] = [];
  const catalogs: Catalogs = {
    read: async (request) => {
      fresh.push(request.isFresh);
      return { catalog, readAtMs: NOW_MS, warnings: [], ...(await script.read?.(request)) };
    },
    resolve: unasked,
  };
  const facts: PriceFacts = {
    priceOf: (name) => ({
      ...{ outputUsdPerMillion: 9, entry: name, match: 'exact', source: 'list.invalid' },
      ...{ readAt: at(-7_200_000), ageMs: 7_200_000 },
    }),
    ...{ source: 'list.invalid', readAt: at(-7_200_000), isStale: false, warnings: [] },
  };
  const report = await examineHealth({
    environment: {
      variables: {
        COAGENT8_DIR: folder,
        ...(editor === undefined ? {} : { COAGENT8_EDITOR_SETTINGS: JSON.stringify(editor) }),
      },
      platform: 'linux',
      homeDirectory: '/home/someone',
      workingDirectory: '/home/someone/app',
    },
    backends,
    catalogs,
    prices: {
      read: async (query) => {
        queries.push(query);
        return facts;
      },
    },
    quotas: {
      read: async () => ({ quotas: script.stored ?? {}, warnings: [] }),
      keepReading: async (backend, reading) => {
        kept.push([backend, reading]);
        return [];
      },
    },
    wallClock: () => NOW_MS,
    ...script.more,
  });
  const written = await readFile(file, 'utf8').catch(() => undefined);
  return { report, health: report.backends[0], kept, queries, fresh, written };
}

const limit = (change: object = {}) => ({ observedAt: at(-60_000), until: at(3_600_000), ...change });

describe('examineHealth', () => {
  it('says of an agent all that it can be asked', async () => {
    const { report, health, kept, queries, fresh } = await examined({ config: {} });
    expect(health).toMatchObject({
      backend: 'codex',
      state: 'ready',
      isAllowed: true,
      executable: { path: '~/bin/codex', source: 'path' },
      version: '1.0.0',
      authentication: { state: 'verified', standing: 'verified' },
      evidence: { checks: [{ detail: 'seen in ~/app' }] },
      models: {
        ...{ standing: 'observed', count: 2, readAt: at(0) },
        default: { model: 'swift-4.2', defaultSource: 'catalog', price: { outputUsdPerMillion: 9 } },
      },
      limits: { standing: 'observed', reading: READING, cooldowns: [], headroom: { leftPercent: 82 } },
    });
    expect(report).toMatchObject({
      reportedAt: at(0),
      problems: [],
      standings: { backends: { codex: { executable: 'observed', evidence: 'verified' } } },
      configuration: { isThere: true, ignored: [] },
      dataRoot: { state: 'writable' },
      priceList: { source: 'list.invalid', readAt: at(-7_200_000), isStale: false },
      directory: '~/app',
      warnings: [],
    });
    expect(kept).toEqual([['codex', READING]]);
    expect(fresh).toEqual([true]);
    expect(queries).toMatchObject([{ isFresh: true, hasLimit: false, needed: ['swift-4.2', 'swift-3'] }]);
  });

  const absent = { state: 'absent', detail: 'signed out', remedy: 'sign in' } as const;
  const unknown = { state: 'unknown', detail: 'a key' } as const;
  it.each<[string, string, Partial<Backend>, object, Script?]>([
    ['is missing', 'missing', { locate: fails('CLI_NOT_FOUND') }, { failure: { code: 'CLI_NOT_FOUND' } }],
    [
      'is broken',
      'failed',
      { examine: fails('PROCESS_ERROR') },
      { failure: { code: 'PROCESS_ERROR' }, models: { count: 2 }, limits: { reading: READING } },
    ],
    [
      'is too old',
      'failed',
      { examine: fails('CLI_UNSUPPORTED') },
      { executable: { source: 'path' }, failure: { code: 'CLI_UNSUPPORTED', remedy: 'mend it' } },
    ],
    [
      'hangs',
      'failed',
      { examine: hangs },
      { failure: { code: 'TIMEOUT', details: { timeoutMs: 20 } }, models: { count: 2 } },
      { more: { timeoutMs: 20 } },
    ],
    [
      'hangs when it is asked for its limits',
      'ready',
      { readQuota: hangs },
      { limits: { standing: 'unknown', failure: { code: 'TIMEOUT' } }, authentication: { state: 'present' } },
      { more: { timeoutMs: 20 } },
    ],
    [
      'is signed out',
      'signed-out',
      { examine: async () => examination({ authentication: absent }), readQuota: fails('AUTH_REQUIRED') },
      { authentication: { ...absent, standing: 'observed' } },
    ],
    [
      'is refused',
      'refused',
      { readQuota: fails('AUTH_REQUIRED', 'not accepted') },
      {
        authentication: { state: 'refused', standing: 'verified', detail: 'not accepted', remedy: 'mend it' },
      },
    ],
    [
      'fails a check',
      'unverified',
      { examine: async () => withCheck(false), readQuota: fails('AUTH_REQUIRED') },
      {},
    ],
    [
      'is limited, as it says',
      'limited',
      {
        readQuota: async () => ({ ...READING, windows: [{ ...WINDOW, usedPercent: 100 }], isLimited: true }),
      },
      { limits: { headroom: { limited: { source: 'reading' } } } },
    ],
    [
      'is limited, as a turn was told',
      'limited',
      { readQuota: fails('TIMEOUT') },
      { limits: { cooldowns: [limit()], headroom: { limited: { source: 'turn' } } } },
      { stored: { codex: { cooldowns: [limit()] } } },
    ],
    [
      'is not allowed',
      'not-allowed',
      { examine: fails('PROCESS_ERROR') },
      { isAllowed: false, failure: { code: 'PROCESS_ERROR' } },
      { config: { routing: { allowedBackends: ['agy'] } } },
    ],
    [
      'tells no version',
      'ready',
      {
        examine: async () => ({ evidence: withCheck(true).evidence, authentication: unknown }),
        readQuota: async () => NO_WINDOWS,
      },
      { authentication: { ...unknown, standing: 'unknown' } },
    ],
  ])('costs the others nothing where one %s', async (_what, state, script, known, more = {}) => {
    const backends = [backendOf(script), backendOf({ id: 'agy' })];
    const { report, health } = await examined({ ...more, backends });
    expect(health).toMatchObject({ state, ...known });
    const other = report.backends[1];
    expect(other).toMatchObject({ state: 'ready', models: { count: 2 }, limits: { reading: READING } });
    expect(healthLines(report).join('\n')).toContain('agy  ready');
  });

  it('takes a plan without windows for no answer of the vendor', async () => {
    const { health } = await examined({ backends: [backendOf({ readQuota: async () => NO_WINDOWS })] });
    expect(health?.authentication).toMatchObject({ state: 'present', standing: 'observed' });
  });

  it('keeps nothing where a reading failed, and shows what was kept before', async () => {
    const stored = { codex: { reading: { ...READING, readAt: at(-3_600_000) }, cooldowns: [] } };
    const { health, kept } = await examined({
      backends: [backendOf({ readQuota: fails('PROCESS_ERROR') })],
      stored,
    });
    expect(kept).toEqual([]);
    expect(health?.limits).toMatchObject({
      failure: { code: 'PROCESS_ERROR' },
      reading: { readAt: at(-3_600_000) },
      headroom: {},
    });
  });

  it('takes nothing that was seen in the future for known', async () => {
    const stored = {
      codex: {
        reading: { ...READING, readAt: at(60_000) },
        cooldowns: [limit({ observedAt: at(60_000) })],
      },
    };
    const backends = [backendOf({ readQuota: fails('PROCESS_ERROR') })];
    const { health } = await examined({ backends, stored });
    expect(health).toMatchObject({ state: 'ready', limits: { cooldowns: [], headroom: {} } });
    expect(health?.limits?.headroom).toEqual({});
  });

  it('asks nobody for limits and records nothing where it only looks', async () => {
    const { health, kept, written } = await examined({
      config: {},
      backends: [backendOf({ readQuota: unasked })],
      stored: { codex: { cooldowns: [limit()] } },
      more: { recordsDefaults: false, readsQuotas: false },
    });
    expect({ kept, written }).toEqual({ kept: [], written: '{}' });
    expect(health).toMatchObject({ state: 'limited', models: { default: { model: 'swift-4.2' } } });
    expect(health?.models?.recorded).toBeUndefined();
  });

  it('asks nothing of the account of an agent that is not allowed', async () => {
    const { health, fresh, kept } = await examined({
      config: { routing: { allowedBackends: ['agy'] } },
      backends: [backendOf({ readQuota: unasked })],
    });
    expect(health).toMatchObject({ state: 'not-allowed', evidence: { assurance: 'verified' } });
    expect(health).not.toHaveProperty('models');
    expect({ fresh, kept, limits: health?.limits }).toEqual({ fresh: [], kept: [], limits: undefined });
  });

  it('looks at one agent alone where one is named', async () => {
    const backends = [backendOf(), backendOf({ id: 'agy' })];
    const { report } = await examined({ backends, more: { backend: 'agy' } });
    expect(report.backends.map(({ backend }) => backend)).toEqual(['agy']);
  });

  it('ends with its signal, and then keeps and records nothing', async () => {
    const controller = new AbortController();
    const backends = [
      backendOf({
        examine: (request) => {
          controller.abort(new CoAgentError('ABORTED', 'no longer wanted'));
          return hangs(request);
        },
      }),
    ];
    const { health, kept, written } = await examined({
      config: {},
      backends,
      more: { signal: controller.signal },
    });
    expect(health).toMatchObject({ state: 'failed', failure: { code: 'ABORTED' } });
    expect({ kept, written }).toEqual({ kept: [], written: '{}' });
  });

  it.each<[string, (stop: () => void) => Partial<HealthDependencies>]>([
    [
      'limits are kept',
      (stop) => ({
        quotas: { read: async () => ({ quotas: {}, warnings: [] }), keepReading: hangsAfter(stop) },
      }),
    ],
    ['a default is recorded', (stop) => ({ recordDefaultModel: hangsAfter(stop) })],
  ])('waits for no lock once nobody wants it while %s', async (_what, more) => {
    const controller = new AbortController();
    const { signal } = controller;
    const { report } = await examined({ config: {}, more: { signal, ...more(() => controller.abort()) } });
    expect(signal.aborted).toBe(true);
    expect(report.backends[0]?.models?.recorded).toBeUndefined();
  });

  it('waits for no store longer than a turn does, and says so', async () => {
    const never = () => new Promise<never>(() => undefined);
    const asked: unknown[] = [];
    const keepReading = (backend: BackendId) => {
      asked.push(backend);
      return never();
    };
    const quotas = { read: async () => ({ quotas: {}, warnings: [] }), keepReading };
    const backends = [backendOf(), backendOf({ id: 'agy' })];
    const more = { quotas, recordDefaultModel: never, storesWaitMs: 1 };
    const { report } = await examined({ config: {}, backends, more });
    expect(STORES_MAX_WAIT_MS).toBe(2_000);
    expect(asked).toEqual(['codex', 'agy']);
    expect(report.warnings).toEqual(
      [
        'what the agents said of their limits was not kept',
        ...['codex', 'agy'].map((id) => `the default model of ${id} was not recorded`),
      ].map((what) => ({
        code: 'STORE_FAILED',
        message: `${what} in time: another process may hold the file`,
      })),
    );
    expect(report.backends.map(({ limits }) => limits?.reading)).toEqual([READING, READING]);
  });

  it('keeps what an agent said as the report tells it', async () => {
    const key = ['sk', 'ant', 'api03', 'A1b2C3d4E5'.repeat(9)].join('-');
    const said = { ...READING, plan: key, windows: [{ ...WINDOW, name: '/home/someone/app' }] };
    const { kept } = await examined({ backends: [backendOf({ readQuota: async () => said })] });
    expect(kept).toMatchObject([
      ['codex', { readAt: READING.readAt, windows: [{ ...WINDOW, name: '~/app' }] }],
    ]);
    expect(JSON.stringify(kept)).not.toContain('A1b2C3d4E5');
  });

  it('gives an agent what a turn gives it', async () => {
    const told: unknown[] = [];
    const agy = backendOf({
      id: 'agy',
      examine: async ({ trustedWorkspaces, passVariables }) => {
        told.push(trustedWorkspaces, passVariables);
        return examination();
      },
    });
    const config = { backends: { agy: { trustedWorkspaces: ['/srv/mine'], env: ['MY_KEY'] } } };
    await examined({ config, backends: [agy] });
    await examined({ config: {}, backends: [agy] });
    expect(told).toEqual([['/srv/mine'], ['MY_KEY'], [], []]);
  });

  it('examines the agents in spite of a configuration that cannot be used', async () => {
    const { report, health, written } = await examined({ config: '{\n"a": 1,\n' });
    expect(report.configuration).toMatchObject({ failure: { code: 'POLICY_DENIED', details: { line: 3 } } });
    expect(health).toMatchObject({ state: 'ready', models: { default: { model: 'swift-4.2' } } });
    expect(health).not.toHaveProperty('isAllowed');
    expect(report.configuration.places).toMatchObject([
      { place: 'dataRoot', source: 'environment', variable: 'COAGENT8_DIR' },
      { place: 'configFile' },
      { place: 'priceList' },
    ]);
    expect(written).toBe('{\n"a": 1,\n');
  });

  it('reports what a failing store says, once, and never rejects', async () => {
    const broken = (message: string) => async (): Promise<never> => {
      throw new Error(message);
    };
    const { report } = await examined({
      backends: [backendOf(), backendOf({ id: 'agy' })],
      more: {
        quotas: { read: broken('no room'), keepReading: broken('no room') },
        prices: { read: broken('no list') },
        recordDefaultModel: broken('no right'),
      },
    });
    expect(report.warnings).toEqual([
      { code: 'PRICES_UNAVAILABLE', message: 'unexpected failure: no list' },
      { code: 'STORE_FAILED', message: 'unexpected failure: no room' },
      ...['codex', 'agy'].map((id) => ({
        code: 'STORE_FAILED',
        message: `the default model of ${id} could not be recorded: unexpected failure: no right`,
      })),
    ]);
  });

  it('lets nothing out that is secret, wherever it stands, and no home path', async () => {
    const key = ['sk', 'ant', 'api03', 'A1b2C3d4E5'.repeat(9)].join('-');
    const text = `${key} in /home/someone/app`;
    const authentication = { state: 'absent', detail: text, remedy: text } as const;
    const windows = [{ ...WINDOW, name: text, models: [text] }];
    const { report } = await examined({
      config: { defaultBackend: 'codex', backends: { codex: { defaultModel: text, env: ['A'] } }, other: 1 },
      catalog: { models: [model(text, { aliases: [text] })], isComplete: false },
      backends: [
        backendOf({
          examine: async () => examination({ authentication, version: text }),
          readQuota: async () => ({ ...READING, windows, plan: text }),
        }),
        backendOf({
          id: 'agy',
          readQuota: fails('PROCESS_ERROR', text),
          examine: fails('PROCESS_ERROR', text),
        }),
      ],
      stored: { codex: { cooldowns: [limit({ forModel: text })] } },
      read: async () => ({ warnings: [{ code: 'STORE_FAILED', message: text }] }),
    });
    for (const said of [JSON.stringify(report), healthLines(report).join('\n'), healthSummary(report)]) {
      expect(said).not.toContain('A1b2C3d4E5');
      expect(said).not.toContain('/home/someone');
    }
  });
});

describe('the recorded default', () => {
  const incomplete = { ...CATALOG, isComplete: false };
  const unmarked = { models: [model('swift-3')], isComplete: true };
  const recordedAs = (name: string) => ({ schemaVersion: 1, backends: { codex: { defaultModel: name } } });

  it.each<[string, Script, string]>([
    ['a complete list marks', { config: {} }, 'swift-4.2'],
    ['a list that is not complete marks', { config: {}, catalog: incomplete }, 'swift-4.2'],
    ['a complete list has first', { config: {}, catalog: unmarked }, 'swift-3'],
    [
      'somebody may run who is there, not verified',
      { config: {}, backends: [backendOf({ readQuota: async () => NO_WINDOWS })] },
      'swift-4.2',
    ],
  ])('is what %s, and the report says how to take it back', async (_what, script, name) => {
    const { report, health, written } = await examined(script);
    expect(JSON.parse(written ?? '')).toMatchObject({ backends: { codex: { defaultModel: name } } });
    expect(health?.models?.recorded).toEqual({
      field: 'backends.codex.defaultModel',
      undo: 'coagent8 config unset backends.codex.defaultModel',
    });
    expect(healthLines(report).join(' ').replaceAll(/\s+/g, ' ')).toContain(
      '`coagent8 config unset backends.codex.defaultModel` takes it back until the next such report; `coagent8 config set` puts another in its place',
    );
  });

  it('is made where there is no file yet, once', async () => {
    const first = await examined({});
    expect(first.report.configuration).toMatchObject({
      isThere: true,
      fields: expect.arrayContaining([
        { path: 'backends.codex.defaultModel', value: 'swift-4.2', source: 'file' },
      ]),
    });
    expect(JSON.parse(first.written ?? '')).toMatchObject({ backends: recordedAs('swift-4.2').backends });
    const second = await examined({
      catalog: { models: [model('other', { isDefault: true })], isComplete: false },
    });
    expect(second.written).toBe(first.written);
    expect(second.health?.models?.default).toMatchObject({
      model: 'swift-4.2',
      defaultSource: 'configuration',
    });
  });

  const absent = { state: 'absent', detail: 'signed out' } as const;
  it.each<[string, Script]>([
    ['the file names one', { config: recordedAs('swift-3') }],
    [
      'the file holds a default by a misspelt name',
      { config: { backends: { codex: { defaultModle: 'swift-3' } } } },
    ],
    ['the editor names one', { config: {}, editor: recordedAs('swift-3') }],
    [
      "the agent's own settings name one",
      { config: {}, catalog: { ...CATALOG, agentDefault: { model: 'swift-3' } } },
    ],
    [
      'nobody is signed in',
      {
        config: {},
        backends: [
          backendOf({
            examine: async () => examination({ authentication: absent }),
            readQuota: async () => NO_WINDOWS,
          }),
        ],
      },
    ],
    [
      'nobody knows whether anybody is',
      {
        config: {},
        backends: [
          backendOf({
            examine: async () => examination({ authentication: { state: 'unknown', detail: '' } }),
            readQuota: async () => NO_WINDOWS,
          }),
        ],
      },
    ],
    ['the sign-in is refused', { config: {}, backends: [backendOf({ readQuota: fails('AUTH_REQUIRED') })] }],
    ['the list says nothing of what is first', { config: {}, catalog: { ...unmarked, isComplete: false } }],
    ['the list is empty', { config: {}, catalog: { models: [], isComplete: false } }],
    ['the agent is not allowed', { config: { routing: { allowedBackends: ['agy'] } } }],
    ['the rules deny it', { config: { governance: { models: { deny: ['swift-4.2'] } } } }],
    ['the list could not be read', { config: {}, read: fails('PROTOCOL_ERROR') }],
    [
      'it is named like a credential',
      {
        config: {},
        catalog: {
          models: [model(['sk', 'ant', 'api03', 'A1b2C3d4E5'.repeat(9)].join('-'))],
          isComplete: true,
        },
      },
    ],
  ])('is none where %s', async (_what, script) => {
    const { health, written } = await examined(script);
    expect(written).toBe(JSON.stringify(script.config));
    expect(health?.models?.recorded).toBeUndefined();
  });

  it('is given the signal, so that none is written once nobody wants it', async () => {
    const controller = new AbortController();
    const given: AbortSignal[] = [];
    const recordDefaultModel: HealthDependencies['recordDefaultModel'] = async (_place, wanted) => {
      if (wanted.signal !== undefined) given.push(wanted.signal);
      return true;
    };
    await examined({ config: {}, more: { signal: controller.signal, recordDefaultModel } });
    expect(given.map(({ aborted }) => aborted)).toEqual([false]);
    controller.abort();
    expect(given.map(({ aborted }) => aborted)).toEqual([true]);
  });

  it('is not said to be one where another process was faster', async () => {
    const { health } = await examined({ more: { recordDefaultModel: async () => false } });
    expect(health?.models?.recorded).toBeUndefined();
  });

  it('is what limits are then judged for', async () => {
    const { health } = await examined({
      stored: { codex: { cooldowns: [limit({ forModel: 'swift-4.2' })] } },
      backends: [backendOf({ readQuota: fails('TIMEOUT') })],
    });
    expect(health?.state).toBe('limited');
  });
});
