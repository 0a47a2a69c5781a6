import { CoAgentError } from '@coagent8/contracts';
import type { BackendQuota, Quotas } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';

import { explainRoute } from '../src/explain-route.js';
import { scriptedDependencies } from './dependencies.js';
import type { World } from './dependencies.js';
import { obeying, requestIn } from './scripted-turn.js';
import { three, workspaceForEach } from './three-agents.js';

const { configure, path, run, write } = workspaceForEach();

const NOW = '2030-01-01T08:00:00.000Z';
const SOON = '2030-01-01T09:00:00.000Z';
const LATER = '2030-01-01T11:00:00.000Z';
const wallClock = () => Date.parse(NOW);
const left = (percent: number): BackendQuota => ({
  reading: { readAt: NOW, windows: [{ name: 'week', usedPercent: 100 - percent }] },
  cooldowns: [],
});
const limitedUntil = (until: string): BackendQuota => ({ cooldowns: [{ observedAt: NOW, until }] });
const knowing = (quotas: Quotas, more: World = {}): World => ({ ...three, quotas, wallClock, ...more });

async function explain(world: World, signal = new AbortController().signal) {
  const { dependencies, seen } = scriptedDependencies(path(), obeying, world);
  const report = await explainRoute(dependencies, requestIn(path(), world.change), signal);
  expect(JSON.parse(JSON.stringify(report))).toEqual(report);
  expect(seen.turns).toEqual([]);
  return { report, seen };
}

describe('explainRoute', () => {
  it('tells the choice, what it is made from, and asks no agent', async () => {
    const quotas = { codex: left(40), agy: limitedUntil(SOON) };
    const change = { origin: { directory: path(), caller: 'claude-code' } };
    await configure({ defaultBackend: 'agy' });
    const { report, seen } = await explain(knowing(quotas, { change }));
    expect(report).toEqual({
      reportedAt: NOW,
      strategy: 'fixed',
      backend: 'codex',
      reason: `codex, since the configured default, agy, is at its limit until 2030-01-01 09:00 UTC; codex comes before claude, the caller's own`,
      considered: [
        {
          backend: 'codex',
          standing: 'chosen',
          headroom: { leftPercent: 40, readAt: NOW },
          isCaller: false,
          isDefault: false,
        },
        { backend: 'claude', standing: 'able', headroom: {}, isCaller: true, isDefault: false },
        {
          backend: 'agy',
          standing: 'limited',
          headroom: { limited: { until: SOON, source: 'turn' } },
          because: `it is at its limit until 2030-01-01 09:00 UTC`,
          isCaller: false,
          isDefault: true,
        },
      ],
      warnings: [],
    });
    expect(seen).toMatchObject({ catalogsRead: [], priceQueries: [], quotasAsked: ['read'] });
  });

  it.each<[string, World]>([
    ['nothing', {}],
    ['a model', { change: { model: 'swift-4' } }],
    ['a model of one', { change: { model: 'deep-2' } }],
    ['a price limit', { change: { outputPriceBelow: 5 } }],
    ['a rule', { change: { backend: 'smart_quota' } }],
    ['a backend', { change: { backend: 'agy' } }],
    ['a backend and a model', { change: { backend: 'agy', model: 'deep-2' } }],
    ['what nobody has', { agents: ['codex', 'agy'], change: { model: 'odd-3' } }],
    ['what is too dear', { change: { outputPriceBelow: 1 } }],
    ['a model of a named one that has it not', { change: { backend: 'agy', model: 'slow-4' } }],
  ])('says what a turn does that names %s', async (_, more) => {
    for (const quotas of [{}, { codex: limitedUntil(SOON) }, { codex: left(3), claude: left(4) }]) {
      const { report } = await explain(knowing(quotas, more));
      const { outcome } = await run(knowing(quotas, more));
      const { meta } = outcome;
      const failure = outcome.status === 'failed' ? outcome.failure : undefined;
      expect(report.failure).toEqual(failure);
      expect([report.backend, report.reason]).toEqual(
        failure === undefined ? [meta.backend, meta.backendReason] : [undefined, undefined],
      );
      expect(report.considered.filter(({ standing }) => standing === 'chosen')).toHaveLength(
        failure === undefined ? 1 : 0,
      );
    }
  });

  it('tells why others cannot, also what was not found and what is not allowed', async () => {
    await configure({ routing: { allowedBackends: ['codex', 'claude'] } });
    const tried = new CoAgentError('CLI_NOT_FOUND', 'CODEX_PATH names /srv/x, which is not there');
    const { dependencies } = scriptedDependencies(path(), obeying, three);
    const [codex, ...others] = dependencies.backends;
    if (codex === undefined) throw new Error('there is no backend');
    const backends = [{ ...codex, locate: () => Promise.reject(tried) }, ...others];
    const { signal } = new AbortController();
    const report = await explainRoute({ ...dependencies, backends }, requestIn(path()), signal);
    expect(report).toMatchObject({
      backend: 'claude',
      reason: 'claude is the only agent that can answer here',
      considered: [
        { backend: 'claude', standing: 'chosen', headroom: {} },
        { backend: 'codex', standing: 'missing', because: tried.message },
        { backend: 'agy', standing: 'not-allowed', because: expect.stringContaining('allowedBackends') },
      ],
    });
    const named = requestIn(path(), { backend: 'agy' });
    expect(await explainRoute({ ...dependencies, backends }, named, signal)).toMatchObject({
      failure: { code: 'POLICY_DENIED' },
      considered: [
        { backend: 'codex', standing: 'unable', because: 'agy is named' },
        { backend: 'claude', standing: 'unable', because: 'agy is named' },
        { backend: 'agy', standing: 'not-allowed' },
      ],
    });
    const gone = others.map((backend) => ({ ...backend, locate: () => Promise.reject(tried) }));
    const nothing = await explainRoute({ ...dependencies, backends: gone }, requestIn(path()), signal);
    expect(nothing).toMatchObject({
      failure: { code: 'CLI_NOT_FOUND', message: tried.message },
      considered: [
        { backend: 'claude', standing: 'missing' },
        { backend: 'agy', standing: 'not-allowed' },
      ],
    });
  });

  it('tells what each lacks that is asked for', async () => {
    const codex = new CoAgentError('AUTH_REQUIRED', 'codex is not signed in');
    const world = { ...three, catalogs: { ...three.catalogs, codex } };
    const { report } = await explain({ ...world, change: { model: 'deep-2', outputPriceBelow: 3 } });
    expect(report).toMatchObject({
      failure: { code: 'POLICY_DENIED' },
      considered: [
        {
          backend: 'codex',
          standing: 'unable',
          because: 'it did not list its models: codex is not signed in',
        },
        { backend: 'agy', standing: 'unable', because: expect.stringContaining('costs 4.8 USD') },
        { backend: 'claude', standing: 'unable', because: 'it does not list the named model' },
      ],
      warnings: [{ code: 'CATALOG_UNAVAILABLE' }],
    });
    expect((await explain({ ...world, change: { model: 'odd-3' } })).report).toMatchObject({
      backend: 'claude',
      considered: [{ standing: 'chosen' }, { backend: 'codex' }, { backend: 'agy' }],
    });
  });

  it('tells a price limit that nothing meets in a line for each', async () => {
    const claude = new CoAgentError('AUTH_REQUIRED', 'claude is not signed in');
    const catalogs = { ...three.catalogs, claude };
    const world = { ...three, catalogs, prices: { 'slow-4': 3 } };
    const { report } = await explain({ ...world, change: { outputPriceBelow: 1 } });
    const because = new Map(report.considered.map((one) => [one.backend, one.because]));
    expect(because).toEqual(
      new Map([
        ['codex', 'it has no model below 1 USD; its cheapest known price is 3 USD'],
        ['agy', 'it has no model below 1 USD; none of its prices is known'],
        ['claude', 'it did not list its models: claude is not signed in'],
      ]),
    );
  });

  it('ranks what is able, and those that wait by when they answer', async () => {
    const able = await explain(knowing({ codex: left(3), agy: left(9) }));
    expect(able.report.considered.map(({ backend }) => backend)).toEqual(['claude', 'agy', 'codex']);
    const quotas = { codex: limitedUntil(LATER), agy: limitedUntil(LATER), claude: limitedUntil(SOON) };
    const { report } = await explain(knowing(quotas));
    expect(report).toMatchObject({
      failure: { code: 'RATE_LIMITED', details: { resetsAt: SOON } },
      considered: [
        { backend: 'claude', standing: 'limited' },
        { backend: 'codex', standing: 'limited' },
        { backend: 'agy', standing: 'limited' },
      ],
    });
    expect(report).not.toHaveProperty('backend');
  });

  it('reads nothing of the limits of a named backend', async () => {
    const { report, seen } = await explain(knowing({ agy: left(3) }, { change: { backend: 'agy' } }));
    expect(seen.quotasAsked).toEqual([]);
    expect(report.considered[0]).toEqual({
      backend: 'agy',
      standing: 'chosen',
      isCaller: false,
      isDefault: false,
    });
    expect(report).not.toHaveProperty('reason');
  });

  it.each([
    ['a turn within a turn', { variables: { COAGENT8_NESTED_TURN: '1' } }, 'POLICY_DENIED'],
    ['a workspace that is not there', { change: { workspacePath: '/no/such/folder' } }, 'INPUT_LIMIT'],
  ])('fails for %s, and has considered nobody', async (_, more, code) => {
    const { report, seen } = await explain({ ...three, ...more });
    expect(report).toMatchObject({ failure: { code }, considered: [], strategy: 'fixed' });
    expect(seen.quotasAsked).toEqual([]);
  });

  it('fails with a broken configuration, naming the file', async () => {
    await write('.data/config.json', '{');
    const { report } = await explain({ ...three, change: { backend: 'smart_quota' } });
    expect(report).toMatchObject({
      strategy: 'smart_quota',
      failure: { code: 'POLICY_DENIED', message: expect.stringContaining('config.json') },
      considered: [],
    });
  });

  it('calls nobody able whose offer was not compared', async () => {
    const { report, seen } = await explain({ ...three, change: { model: '--yolo' } });
    expect(seen.catalogsRead).toEqual([]);
    expect(report).toMatchObject({ failure: { code: 'INPUT_LIMIT' } });
    expect(report.considered.map(({ standing }) => standing)).toEqual(['unable', 'unable', 'unable']);
    const cancelled = (await explain(three, AbortSignal.abort(new CoAgentError('ABORTED', 'gone')))).report;
    expect(cancelled).toMatchObject({ failure: { code: 'ABORTED' }, considered: [] });
  });

  it('tells what the store of limits says of itself', async () => {
    const failed = { code: 'STORE_FAILED', message: 'quota.json cannot be read' } as const;
    const read = async () => ({ quotas: {}, warnings: [failed] });
    const { report } = await explain({ ...three, quotaStore: { read } });
    expect(report).toMatchObject({ backend: 'codex', warnings: [failed] });
  });

  it('secures everything that leaves', async () => {
    const key = ['gh', 'p_', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('');
    const message = `\u001b[31m${key} in /home/someone/x ${'x '.repeat(3_000)}`;
    const error = new CoAgentError('CLI_NOT_FOUND', message, { remedy: key });
    const catalogs = { codex: error, claude: error, agy: error };
    const { report } = await explain({ ...three, catalogs, change: { outputPriceBelow: 1 } });
    const text = JSON.stringify(report);
    expect(report.failure?.message).toContain('[redacted');
    for (const secret of [key, '/home/someone', '\\u001b']) expect(text).not.toContain(secret);
    expect(Math.max(...report.considered.map(({ because = '' }) => because.length))).toBe(2_001);
  });
});
