import { CoAgentError } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';

import { catalogOf, listed } from './dependencies.js';
import type { World } from './dependencies.js';
import { three, workspaceForEach } from './three-agents.js';

const { configure, run } = workspaceForEach();

describe('what cannot be read', () => {
  const signedOut = new CoAgentError('AUTH_REQUIRED', 'codex is not signed in', { remedy: 'sign in' });

  it('leaves the choice to the agent, and a warning says why', async () => {
    const { turns, outcome } = await run({ catalogs: { codex: signedOut } });
    expect(turns).toHaveLength(1);
    expect(turns[0]?.model).toBeUndefined();
    expect(outcome.warnings).toContainEqual({
      code: 'CATALOG_UNAVAILABLE',
      message: 'codex did not list its models: codex is not signed in',
    });
  });

  it('is the reason where a limit then finds no model', async () => {
    const { turns, outcome } = await run({
      catalogs: { codex: signedOut },
      change: { outputPriceBelow: 5 },
    });
    expect(outcome).toMatchObject({
      failure: {
        code: 'POLICY_DENIED',
        message: expect.stringContaining('codex did not list its models: codex is not signed in'),
        remedy: 'sign in',
      },
    });
    expect(turns).toEqual([]);
  });

  it('is no reason where a rule denies the model', async () => {
    await configure({ governance: { models: { deny: ['swift-4'] } } });
    const change = { backend: 'codex', model: 'swift-4' };
    const { outcome } = await run({ catalogs: { codex: signedOut }, change });
    const message = 'swift-4 is denied by the entry swift-4 of governance.models.deny';
    expect(outcome).toMatchObject({ failure: { code: 'POLICY_DENIED', message } });
    const limited = await run({ catalogs: { codex: signedOut }, change: { ...change, outputPriceBelow: 5 } });
    const remedy = expect.stringContaining('whose own setting this is');
    expect(limited.outcome).toMatchObject({ failure: { code: 'POLICY_DENIED', message, remedy } });
  });

  it('is no word of prices where a rule denies the model, and one where a limit does', async () => {
    const unavailable = { code: 'PRICES_UNAVAILABLE', message: 'no list' } as const;
    const world = { catalogs: { codex: catalogOf('swift-4') }, prices: {}, priceWarnings: [unavailable] };
    const limited = await run({ ...world, change: { outputPriceBelow: 5 } });
    expect(limited.outcome).toMatchObject({ failure: { code: 'POLICY_DENIED' }, warnings: [unavailable] });
    await configure({ governance: { models: { deny: ['swift-4'] } } });
    const denied = await run({ ...world, change: { model: 'swift-4' } });
    expect(denied.outcome).toMatchObject({ failure: { code: 'POLICY_DENIED' }, warnings: [] });
  });

  it('does not keep a model from running on another backend', async () => {
    const catalogs = { ...three.catalogs, codex: signedOut };
    const { turns, outcome } = await run({ ...three, catalogs, change: { model: 'swift-4' } });
    expect(turns).toMatchObject([{ backend: 'agy', model: 'swift-4' }]);
    expect(outcome.warnings).toMatchObject([{ code: 'CATALOG_UNAVAILABLE' }]);
  });

  it.each([
    ['AUTH_REQUIRED', 'claude'],
    ['PROCESS_ERROR', 'codex'],
  ] as const)('with %s leaves an unlisted name to %s', async (code, backend) => {
    const catalogs = { ...three.catalogs, codex: new CoAgentError(code, 'no list') };
    const { turns } = await run({ ...three, catalogs, change: { model: 'odd-3' } });
    expect(turns).toMatchObject([{ backend, model: 'odd-3' }]);
  });

  it('is what a name stands for: it is then taken as it is', async () => {
    const names = { odd: new CoAgentError('PROCESS_ERROR', 'boom') };
    const change = { backend: 'claude', model: 'odd' };
    const askConsent = async () => ({ isGiven: true, isToBeRemembered: false }) as const;
    const { turns, outcome } = await run({ ...three, names, change, askConsent });
    expect(turns).toMatchObject([{ model: 'odd' }]);
    expect(outcome.warnings).toContainEqual({
      code: 'CATALOG_UNAVAILABLE',
      message: 'claude did not say what its model stands for: boom',
    });
  });

  it('is a price: the default runs with a warning', async () => {
    const unavailable = { code: 'PRICES_UNAVAILABLE', message: 'no list' } as const;
    const { turns, outcome } = await run({
      catalogs: three.catalogs ?? {},
      priceWarnings: [unavailable],
    });
    expect(turns).toMatchObject([{ model: 'swift-4' }]);
    expect(outcome.warnings).toEqual([unavailable, expect.objectContaining({ code: 'PRICE_UNKNOWN' })]);
  });

  it('is said once, however many say it, also where the turn fails', async () => {
    const failed = { code: 'STORE_FAILED', message: 'models.json cannot be written' } as const;
    const change = { outputPriceBelow: 1 };
    const { outcome } = await run({ ...three, catalogWarnings: [failed], priceWarnings: [failed], change });
    expect(outcome).toMatchObject({ status: 'failed', warnings: [failed] });
  });

  it('is read no further when the caller cancels', async () => {
    const cancelled = async (at: (cancel: () => void) => World) => {
      const controller = new AbortController();
      const cancel = () => controller.abort();
      const { signal } = controller;
      const world: World = { ...three, agents: ['claude'], change: { model: 'odd' }, signal };
      // Not spread: that would read what cancels when it is read.
      const { namesResolved, priceQueries, turns, outcome } = await run(
        Object.defineProperties(world, Object.getOwnPropertyDescriptors(at(cancel))),
      );
      expect(outcome).toMatchObject({ failure: { code: 'ABORTED' } });
      expect(turns).toEqual([]);
      return [namesResolved.length, priceQueries.length];
    };
    const claude = { models: [listed('calm-1')], isComplete: false };
    const names = { odd: 'odd-3' };
    const atCatalog = (cancel: () => void): World => ({
      names,
      catalogs: {
        claude: async () => {
          cancel();
          return claude;
        },
      },
    });
    const atName = (cancel: () => void): World => ({
      names: {
        get odd() {
          cancel();
          return 'odd-3';
        },
      },
    });
    const atPrices = (cancel: () => void): World => ({
      names,
      change: { model: 'calm-1' },
      get priceWarnings() {
        cancel();
        return [];
      },
    });
    expect(await cancelled(atCatalog)).toEqual([0, 0]);
    expect(await cancelled(atName)).toEqual([1, 0]);
    expect(await cancelled(atPrices)).toEqual([0, 1]);
  });

  it.each(['cancels', 'runs out of time'])(
    'is no matter when the caller %s while it is read',
    async (what) => {
      const controller = new AbortController();
      const { turns, outcome } = await run({
        signal: controller.signal,
        change: { timeoutMs: 150 },
        catalogs: {
          codex: ({ signal }) =>
            new Promise((_, reject) => {
              signal.addEventListener('abort', () => reject(new Error('the agent was ended')));
              if (what === 'cancels') controller.abort();
            }),
        },
      });
      expect(outcome).toMatchObject({ failure: { code: what === 'cancels' ? 'ABORTED' : 'TIMEOUT' } });
      expect(outcome.warnings).toEqual([]);
      expect(turns).toEqual([]);
    },
  );
});
