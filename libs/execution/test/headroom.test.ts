import { CoAgentError } from '@coagent8/contracts';
import type { BackendId, BackendQuota, Quotas } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';

import { catalogOf } from './dependencies.js';
import type { World } from './dependencies.js';
import { three, workspaceForEach } from './three-agents.js';

const { configure, path, run } = workspaceForEach();

const NOW = '2030-01-01T08:00:00.000Z';
const SOON = '2030-01-01T09:00:00.000Z';
const LATER = '2030-01-01T11:00:00.000Z';
/** As they are told. */
const SAID_SOON = '2030-01-01 09:00 UTC';
const SAID_LATER = '2030-01-01 11:00 UTC';
const wallClock = () => Date.parse(NOW);

const left = (percent: number): BackendQuota => ({
  reading: { readAt: NOW, windows: [{ name: 'week', usedPercent: 100 - percent }] },
  cooldowns: [],
});
const limitedUntil = (until: string, forModel?: string | null): BackendQuota => ({
  cooldowns: [{ observedAt: NOW, until, ...(forModel === undefined ? {} : { forModel }) }],
});
const knowing = (quotas: Quotas, more: World = {}): World => ({ ...three, quotas, wallClock, ...more });

describe('the backend of a turn that names none', () => {
  it('is the one with most left of its limits, whose catalog alone is read', async () => {
    const quotas = { codex: left(40), claude: left(82.4) };
    const { outcome, turns, catalogsRead } = await run(knowing(quotas));
    expect(turns).toMatchObject([{ backend: 'claude' }]);
    expect(catalogsRead).toEqual(['claude']);
    expect(outcome.meta.backendReason).toBe(
      'claude has most left of the limits that are known: 82 % (agy unknown, codex 40 %)',
    );
  });

  it('is the configured default under fixed, and no more than first of equals under smart_quota', async () => {
    await configure({ defaultBackend: 'codex' });
    const quotas = { codex: left(1), agy: left(2) };
    expect((await run(knowing(quotas))).turns).toMatchObject([{ backend: 'codex' }]);
    const change = { backend: 'smart_quota' };
    expect((await run(knowing(quotas, { change }))).turns).toMatchObject([{ backend: 'claude' }]);
    await configure({ defaultBackend: 'claude', routing: { strategy: 'smart_quota' } });
    expect((await run(knowing({ agy: left(2) }))).outcome.meta.backendReason).toBe(
      'claude comes first of claude (limits unknown, the configured default), codex (limits unknown), agy (2 % left)',
    );
  });

  it.each<[string, object, BackendId[], string]>([
    ['is not there', { defaultBackend: 'agy' }, ['codex'], 'was not found here'],
    [
      'is not allowed',
      { defaultBackend: 'agy', routing: { allowedBackends: ['codex'] } },
      ['codex', 'agy'],
      'is not allowed',
    ],
  ])('says so where the configured default %s', async (_, configuration, agents, lacks) => {
    await configure(configuration);
    const { outcome } = await run({ ...three, agents });
    expect(outcome.meta.backendReason).toBe(`codex, since the configured default, agy, ${lacks}`);
  });

  it('says so where the configured default cannot do what is asked', async () => {
    await configure({ defaultBackend: 'claude' });
    const change = { outputPriceBelow: 5 };
    expect((await run({ ...three, change })).outcome.meta.backendReason).toBe(
      'codex, since the configured default, claude, has no model below 5 USD per million output tokens to run; codex comes first of codex, agy: nothing is known of their limits; each has a model below 5 USD per million output tokens',
    );
    const codex = new CoAgentError('AUTH_REQUIRED', 'not signed in');
    const silent: World = { ...three, agents: ['codex', 'claude'], catalogs: { ...three.catalogs, codex } };
    await configure({ defaultBackend: 'codex' });
    const { outcome } = await run({ ...silent, change: { model: 'odd-3' } });
    expect(outcome.meta.backendReason).toBe(
      'claude, since the configured default, codex, did not list its models',
    );
  });

  it('is not a limited one, be it the configured default', async () => {
    await configure({ defaultBackend: 'codex' });
    const { outcome, catalogsRead } = await run(knowing({ codex: limitedUntil(SOON), agy: left(3) }));
    expect(catalogsRead).toEqual(['claude']);
    expect(outcome.meta.backendReason).toBe(
      `claude, since the configured default, codex, is at its limit until ${SAID_SOON}; claude comes first of claude (limits unknown), agy (3 % left)`,
    );
  });

  it.each([{ model: 'swift-4' }, { outputPriceBelow: 10 }])(
    'is not a limited one that can do %j either, be it the configured default',
    async (change) => {
      await configure({ defaultBackend: 'codex' });
      const { outcome } = await run(knowing({ codex: limitedUntil(SOON) }, { change }));
      expect(outcome.meta).toMatchObject({
        backend: 'agy',
        backendReason: expect.stringMatching(
          `^agy, since the configured default, codex, is at its limit until ${SAID_SOON}`,
        ),
      });
    },
  );

  it.each(['auto', 'smart_quota'])('is none under %s where none is allowed', async (backend) => {
    await configure({ routing: { allowedBackends: [] } });
    const { outcome, turns } = await run(knowing({}, { change: { backend } }));
    expect(turns).toEqual([]);
    expect(outcome).toMatchObject({ failure: { code: 'POLICY_DENIED' } });
  });

  it('is the only one that is allowed, and none where that one is limited', async () => {
    await configure({ defaultBackend: 'codex', routing: { allowedBackends: ['agy'] } });
    expect((await run(knowing({ agy: left(0) }))).turns).toMatchObject([{ backend: 'agy' }]);
    const { outcome } = await run(knowing({ agy: limitedUntil(SOON) }));
    expect(outcome).toMatchObject({ failure: { code: 'RATE_LIMITED', details: { resetsAt: SOON } } });
    expect(outcome.meta.backend).toBeUndefined();
  });

  it('is chosen by one moment, though a limit ends while what they offer is read', async () => {
    await configure({ defaultBackend: 'codex' });
    let nowMs = Date.parse(NOW);
    const passing = () => (nowMs += 45 * 60_000);
    for (const change of [{}, { model: 'swift-4' }]) {
      nowMs = Date.parse(NOW) - 45 * 60_000;
      const world = knowing({ codex: limitedUntil(SOON) }, { change, wallClock: passing });
      expect((await run(world)).turns).toMatchObject([{ backend: 'agy' }]);
    }
  });

  it('is none where all are limited: nothing is started, and the earliest time is told', async () => {
    const quotas = { codex: limitedUntil(LATER), claude: limitedUntil(SOON), agy: limitedUntil(LATER) };
    const { outcome, catalogsRead, turns } = await run(knowing(quotas));
    expect([catalogsRead, turns]).toEqual([[], []]);
    expect(outcome).toMatchObject({
      status: 'failed',
      failure: {
        code: 'RATE_LIMITED',
        message: `no agent can answer now: claude is at its limit until ${SAID_SOON}, codex is at its limit until ${SAID_LATER}, agy is at its limit until ${SAID_LATER}`,
        details: { resetsAt: SOON },
      },
    });
    const only = await run(knowing(quotas, { agents: ['agy'] }));
    expect(only.outcome).toMatchObject({ failure: { code: 'RATE_LIMITED', details: { resetsAt: LATER } } });
  });

  it('is none where all that can do what is asked are limited', async () => {
    const quotas = { codex: limitedUntil(LATER), agy: limitedUntil(SOON) };
    const { outcome, turns } = await run(knowing(quotas, { change: { model: 'swift-4' } }));
    expect(turns).toEqual([]);
    expect(outcome).toMatchObject({ failure: { code: 'RATE_LIMITED', details: { resetsAt: SOON } } });
  });

  it('is judged by the model that it would be asked for', async () => {
    const quotas = { codex: limitedUntil(SOON, 'swift-4') };
    const change = { model: 'Vendor/SWIFT.4' };
    expect((await run(knowing(quotas, { change }))).turns).toMatchObject([{ backend: 'agy' }]);
    expect((await run(knowing(quotas))).turns).toMatchObject([{ backend: 'codex' }]);
    await configure({ backends: { codex: { defaultModel: 'swift-4' } } });
    expect((await run(knowing(quotas))).turns).toMatchObject([{ backend: 'agy' }]);
    await configure({});
    const none = { codex: limitedUntil(SOON, null) };
    expect((await run(knowing(none))).turns).toMatchObject([{ backend: 'agy' }]);
    expect((await run(knowing(none, { change }))).turns).toMatchObject([{ backend: 'codex' }]);
  });

  it('is judged by the model that a price limit takes', async () => {
    const change = { outputPriceBelow: 5 };
    const forDefault = knowing({ codex: limitedUntil(SOON, 'swift-4') }, { change });
    expect((await run(forDefault)).turns).toMatchObject([{ backend: 'codex', model: 'slow-4' }]);
    const forTaken = knowing({ codex: limitedUntil(SOON, 'slow-4') }, { change });
    expect((await run(forTaken)).turns).toMatchObject([{ backend: 'agy', model: 'deep-2' }]);
  });

  it('is the caller’s own only where no other has as much left', async () => {
    const origin = { directory: path(), caller: 'codex-mcp-client' };
    const asked = async (quotas: Quotas) => (await run(knowing(quotas, { change: { origin } }))).outcome.meta;
    expect(await asked({ codex: left(99), agy: left(1), claude: left(0) })).toMatchObject({
      backend: 'agy',
      backendReason: "agy comes before codex, the caller's own, and claude, which has used up its limits",
    });
    expect(await asked({ codex: left(1), agy: left(0), claude: left(0) })).toMatchObject({
      backend: 'codex',
    });
  });
});

describe('a named backend', () => {
  it('runs whatever is known of its limits: nobody reads that, and nothing is said', async () => {
    const quotas = { codex: limitedUntil(LATER) };
    const { outcome, turns, quotasAsked } = await run(knowing(quotas, { change: { backend: 'codex' } }));
    expect(turns).toHaveLength(1);
    expect(outcome.meta.backendReason).toBeUndefined();
    expect(quotasAsked).not.toContain('read');
  });

  it('is read of once where none is named, be it compared or not', async () => {
    for (const change of [{}, { model: 'swift-4' }, { outputPriceBelow: 5 }]) {
      const { quotasAsked } = await run({ ...three, change });
      expect(quotasAsked).toEqual(['read']);
    }
    const lone = { agents: ['agy' as const], catalogs: { agy: catalogOf('deep-2') } };
    expect((await run({ ...three, ...lone })).quotasAsked).toEqual(['read']);
  });
});
