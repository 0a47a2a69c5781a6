import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Backend, CatalogReading, CatalogRequest, Catalogs, QuotaStore } from '@coagent8/backends';
import { CoAgentError } from '@coagent8/contracts';
import type { BackendId, PriceEvidence } from '@coagent8/contracts';
import type { ListedModel, ModelCatalog, PriceFacts, PriceQuery } from '@coagent8/models';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { reportModels } from './report-models.js';
import type { ModelReportDependencies } from './report-models.js';

const NOW_MS = Date.parse('2026-05-01T12:00:00.000Z');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'coagent8-models-'));
});
afterEach(() => rm(folder, { recursive: true }));

const model = (id: string, change: Partial<ListedModel> = {}): ListedModel => ({
  id,
  ...{ aliases: [], variants: [], efforts: [], isEffortRequired: false, isDefault: false },
  ...change,
});

const catalogOf = (...models: readonly ListedModel[]): ModelCatalog =>
  ({ models, isComplete: true }) as ModelCatalog;

const backendOf = (id: BackendId, script: Partial<Backend> = {}): Backend => {
  const refuse = () => {
    throw new Error('a report asks through its catalogs alone');
  };
  return {
    id,
    locate: async () => ({ path: `/home/someone/bin/${id}`, source: 'path' }),
    examine: refuse,
    catalogInputs: refuse,
    listModels: refuse,
    readQuota: refuse,
    startTurn: refuse,
    ...script,
  };
};

const priceOf =
  (prices: Readonly<Record<string, number>>) =>
  (name: string): PriceEvidence | undefined => {
    const outputUsdPerMillion = prices[name];
    if (outputUsdPerMillion === undefined) return undefined;
    const list = { source: 'list.invalid', readAt: '2026-05-01T11:00:00.000Z', ageMs: 3_600_000 };
    return { outputUsdPerMillion, entry: name, match: 'exact', ...list };
  };

interface Script {
  readonly config?: object | string;
  readonly backends?: readonly Backend[];
  readonly read?: (
    request: CatalogRequest,
  ) => Promise<Pick<CatalogReading, 'catalog'> & Partial<CatalogReading>>;
  readonly resolve?: Catalogs['resolve'];
  readonly prices?: Readonly<Record<string, number>>;
  readonly readPrices?: (query: PriceQuery) => Promise<PriceFacts>;
  readonly readQuotas?: QuotaStore['read'];
  readonly more?: Partial<ModelReportDependencies>;
}

async function reported({
  config = {},
  backends = [backendOf('codex')],
  prices = {},
  more,
  ...script
}: Script) {
  const file = join(folder, 'config.json');
  await writeFile(file, typeof config === 'string' ? config : JSON.stringify(config));
  const requests: CatalogRequest[] = [];
  const queries: PriceQuery[] = [];
  const report = await reportModels({
    environment: {
      variables: { COAGENT8_CONFIG: file },
      platform: 'linux',
      homeDirectory: '/home/someone',
      workingDirectory: '/home/someone/app',
    },
    backends,
    catalogs: {
      read: async (request) => {
        requests.push(request);
        const reading = (await script.read?.(request)) ?? { catalog: catalogOf(model('swift-4.2')) };
        return { readAtMs: NOW_MS - 60_000, warnings: [], ...reading };
      },
      resolve: script.resolve ?? (() => Promise.reject(new Error('no name is to be resolved'))),
    },
    prices: {
      read: (query) => {
        queries.push(query);
        const facts = { priceOf: priceOf(prices), source: 'list.invalid', isStale: false, warnings: [] };
        return script.readPrices?.(query) ?? Promise.resolve(facts);
      },
    },
    quotas: { read: script.readQuotas ?? (async () => ({ quotas: {}, warnings: [] })) },
    wallClock: () => NOW_MS,
    ...more,
  });
  return { report, requests, queries };
}

const fails = (code: 'CLI_NOT_FOUND' | 'PROTOCOL_ERROR') => async () => {
  throw new CoAgentError(code, 'no such thing in /home/someone/app');
};

describe('reportModels', () => {
  it('says what there is, what it costs and which rule holds', async () => {
    const { report } = await reported({
      config: { governance: { models: { allow: ['codex/old', 'big'], deny: ['worst'] } } },
      prices: { 'swift-4.2': 9, big: 40, small: 10, mid: 19 },
      read: async () => ({
        catalog: catalogOf(
          model('swift-4.2', { isDefault: true, efforts: ['low', 'high'], defaultEffort: 'high' }),
          ...['big', 'mid', 'small', 'unknown', 'worst', 'old'].map((id) => model(id)),
        ),
      }),
    });
    expect(report).toMatchObject({
      reportedAt: '2026-05-01T12:00:00.000Z',
      configuration: { file: expect.stringContaining('config.json') },
      governance: { outputPriceAbove: 20, models: { deny: ['worst'] } },
      priceList: { source: 'list.invalid', isStale: false },
      backends: [{ backend: 'codex', state: 'listed', readAt: '2026-05-01T11:59:00.000Z' }],
      warnings: [],
    });
    const [codex] = report.backends;
    expect(codex?.candidates[0]).toMatchObject({
      ...{ model: 'swift-4.2', efforts: ['low', 'high'], defaultEffort: 'high', defaultSource: 'catalog' },
      price: { outputUsdPerMillion: 9, match: 'exact' },
    });
    const rules = codex?.candidates.map(({ approval, isAllowed }) => [approval?.outcome, isAllowed]);
    expect(rules).toEqual([
      ['run', false],
      ['run', true],
      ['ask', false],
      ['run', false],
      ['ask', false],
      ['deny', false],
      ['run', true],
    ]);
  });

  it('asks for all prices at once, waiting for those that were never looked up', async () => {
    const { queries } = await reported({
      backends: [backendOf('codex'), backendOf('claude')],
      config: { backends: { claude: { defaultModel: 'mine' } } },
      read: async ({ backend }) => ({
        catalog: { ...catalogOf(model(`${backend.id}-a`), model('both')), isComplete: false },
      }),
    });
    expect(queries).toHaveLength(1);
    expect(queries[0]).toMatchObject({ hasLimit: false });
    expect(queries[0]?.needed.toSorted()).toEqual(['both', 'claude-a', 'codex-a', 'mine']);
  });

  it('gives the agents what a turn gives them', async () => {
    const { requests } = await reported({
      backends: [backendOf('agy')],
      config: { backends: { agy: { env: ['MY_KEY'], trustedWorkspaces: ['/srv/mine'] } } },
      more: { isFresh: true },
    });
    expect(requests).toMatchObject([
      {
        executable: { path: '/home/someone/bin/agy' },
        workspacePath: '/home/someone/app',
        passVariables: ['MY_KEY'],
        trustedWorkspaces: ['/srv/mine'],
        isFresh: true,
      },
    ]);
  });

  it('takes a list that is known', async () => {
    expect((await reported({})).requests).toMatchObject([{ isFresh: false }]);
  });

  it('tells agents apart that are missing, silent, empty or not allowed', async () => {
    const { report, requests } = await reported({
      config: {
        routing: { allowedBackends: ['codex', 'claude'] },
        backends: { codex: { defaultModel: 'mine' } },
      },
      backends: [
        backendOf('codex'),
        backendOf('claude', { locate: fails('CLI_NOT_FOUND') }),
        backendOf('agy'),
      ],
      read: fails('PROTOCOL_ERROR'),
    });
    expect(report.backends).toMatchObject([
      {
        state: 'failed',
        failure: { code: 'PROTOCOL_ERROR', message: 'no such thing in ~/app' },
        candidates: [{ model: 'mine', defaultSource: 'configuration' }],
      },
      { state: 'missing', failure: { code: 'CLI_NOT_FOUND' }, candidates: [] },
      { state: 'not-allowed', candidates: [] },
    ]);
    expect(requests.map(({ backend }) => backend.id)).toEqual(['codex']);
    const empty = await reported({ read: async () => ({ catalog: catalogOf() }) });
    expect(empty.report.backends).toMatchObject([{ state: 'no-catalog', candidates: [] }]);
  });

  it.each([
    ['what it stands for', async () => 'concrete-1', ['concrete-1'], 0],
    ['itself where the agent does not say', fails('PROTOCOL_ERROR'), ['mine'], 1],
  ])('takes a default that is not listed for %s', async (_, resolve, names, warnings) => {
    const { report, queries } = await reported({
      backends: [backendOf('claude', { resolveModel: async () => '' })],
      config: { backends: { claude: { defaultModel: 'mine' } } },
      read: async () => ({ catalog: { ...catalogOf(), isComplete: false } }),
      resolve,
    });
    expect(report.backends[0]?.candidates.map((candidate) => candidate.model)).toEqual(names);
    expect(queries[0]?.needed).toEqual(names);
    expect(report.warnings).toHaveLength(warnings);
  });

  it('reports on one agent alone', async () => {
    const backends = [backendOf('codex'), backendOf('agy')];
    const { report } = await reported({ backends, more: { backend: 'agy' } });
    expect(report.backends.map(({ backend }) => backend)).toEqual(['agy']);
  });

  it('lists without rules where the configuration cannot be used', async () => {
    const { report } = await reported({ config: '{', prices: { 'swift-4.2': 900 } });
    expect(report.configuration.failure?.code).toBe('POLICY_DENIED');
    expect(report).not.toHaveProperty('governance');
    expect(report.backends[0]?.candidates[0]).toMatchObject({ model: 'swift-4.2', isAllowed: false });
    expect(report.backends[0]?.candidates[0]).not.toHaveProperty('approval');
  });

  it('gives an agent a bounded time, and no longer than it is told to wait', async () => {
    const read = ({ signal }: CatalogRequest) =>
      new Promise<never>((_, reject) => {
        if (signal.aborted) reject(signal.reason);
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    const late = await reported({ read, more: { timeoutMs: 20 } });
    expect(late.report.backends[0]).toMatchObject({ state: 'failed', failure: { code: 'TIMEOUT' } });
    const reason = new CoAgentError('ABORTED', 'enough');
    const stopped = await reported({ read, more: { signal: AbortSignal.abort(reason) } });
    expect(stopped.report.backends[0]).toMatchObject({ state: 'failed', failure: { code: 'ABORTED' } });
  });

  it('lists without prices where they cannot be read', async () => {
    const { report } = await reported({ readPrices: fails('PROTOCOL_ERROR') });
    expect(report.warnings).toEqual([{ code: 'PRICES_UNAVAILABLE', message: 'no such thing in ~/app' }]);
    expect(report.backends[0]?.candidates).toHaveLength(1);
  });

  it('says once what several agents met', async () => {
    const warnings = [{ code: 'STORE_FAILED', message: 'no room' } as const];
    const { report } = await reported({
      backends: [backendOf('codex'), backendOf('agy')],
      read: async () => ({ catalog: catalogOf(), warnings }),
    });
    expect(report.warnings).toEqual(warnings);
  });

  it('lets nothing out that is secret, wherever it stands', async () => {
    const key = ['sk', 'ant', 'api03', 'A1b2C3d4E5'.repeat(9)].join('-');
    const { report } = await reported({ read: async () => ({ catalog: catalogOf(model(key)) }) });
    expect(JSON.stringify(report)).not.toContain('A1b2C3d4E5');
  });

  const iso = (ms: number) => new Date(NOW_MS + ms).toISOString();
  const reading = { readAt: iso(-60_000), windows: [{ name: 'weekly', usedPercent: 18 }] };
  const cooldown = { observedAt: iso(-60_000), until: iso(60_000) };

  it('says what is kept of limits, and starts nothing for it', async () => {
    const { report, requests } = await reported({
      config: { backends: { codex: { defaultModel: 'swift-4.2' } } },
      backends: [
        backendOf('codex'),
        backendOf('agy', { locate: fails('CLI_NOT_FOUND') }),
        backendOf('claude'),
      ],
      readQuotas: async () => ({
        quotas: {
          codex: {
            reading,
            cooldowns: [
              { ...cooldown, forModel: 'swift-4.2' },
              { ...cooldown, forModel: 'other' },
              { ...cooldown, until: iso(0) },
            ],
          },
          agy: { reading, cooldowns: [] },
        },
        warnings: [{ code: 'STORE_FAILED', message: 'a newer file' }],
      }),
    });
    expect(report.backends).toMatchObject([
      { quota: { reading }, headroom: { leftPercent: 82, limited: { until: iso(60_000), source: 'turn' } } },
      { state: 'missing', quota: { reading }, headroom: { leftPercent: 82 } },
      { state: 'listed' },
    ]);
    const [codex, , claude] = report.backends;
    expect(codex?.quota?.cooldowns.map(({ forModel }) => forModel)).toEqual(['swift-4.2', 'other']);
    expect(claude).not.toHaveProperty('quota');
    expect(claude).not.toHaveProperty('headroom');
    expect(report.warnings).toEqual([{ code: 'STORE_FAILED', message: 'a newer file' }]);
    expect(requests).toHaveLength(2);
  });

  it('takes nothing for known that is from the future or too old', async () => {
    const late = {
      reading: { ...reading, readAt: iso(1) },
      cooldowns: [{ ...cooldown, observedAt: iso(1) }],
    };
    const old = { reading: { ...reading, readAt: iso(-15 * 60_000 - 1) }, cooldowns: [] };
    const { report } = await reported({
      backends: [backendOf('codex'), backendOf('agy')],
      readQuotas: async () => ({ quotas: { codex: late, agy: old }, warnings: [] }),
    });
    expect(report.backends).toMatchObject([{ headroom: {}, quota: { cooldowns: [] } }, { headroom: {} }]);
    expect(report.backends.map(({ headroom }) => headroom)).toEqual([{}, {}]);
  });

  it('reports without limits where what is kept cannot be read', async () => {
    const { report } = await reported({ readQuotas: fails('PROTOCOL_ERROR') });
    expect(report.warnings).toEqual([{ code: 'STORE_FAILED', message: 'no such thing in ~/app' }]);
    expect(report.backends).toMatchObject([{ state: 'listed' }]);
  });

  it('takes 2,000 models', async () => {
    const models = Array.from({ length: 2_000 }, (_, index) => model(`m-${index}`));
    const { report } = await reported({ read: async () => ({ catalog: catalogOf(...models) }) });
    expect(report.backends[0]?.candidates).toHaveLength(2_000);
  });
});
