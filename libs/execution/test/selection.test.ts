import { CoAgentError, failureOf } from '@coagent8/contracts';
import { createTempWorkspace } from '@coagent8/testing';
import type { TempWorkspace } from '@coagent8/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

import { catalogOf, completed, listed, obeying, runScripted, says, started } from './scripted-turn.js';
import type { Script, World } from './scripted-turn.js';

let workspace: TempWorkspace;
beforeEach(async () => {
  workspace = await createTempWorkspace({ files: { 'a.ts': 'export {};\n' } });
});
afterEach(() => workspace.remove());

const configure = (configuration: object) =>
  workspace.write('.data/config.json', JSON.stringify({ schemaVersion: 1, ...configuration }));
const run = (world: World) => runScripted(workspace.path, obeying, world);

const three: World = {
  agents: ['codex', 'claude', 'agy'],
  catalogs: {
    codex: catalogOf('swift-4', 'slow-4'),
    claude: { ...catalogOf('calm-1'), isComplete: false },
    agy: catalogOf('deep-2', 'swift-4'),
  },
  prices: { 'swift-4': 9, 'slow-4': 3, 'calm-1': 8, 'deep-2': 4.8, 'odd-3': 2 },
};

describe('what is read for a turn', () => {
  it('is one catalog where nothing narrows the choice', async () => {
    const { catalogsRead, turns, outcome } = await run(three);
    expect(catalogsRead).toEqual(['codex']);
    expect(turns).toMatchObject([{ backend: 'codex', model: 'swift-4' }]);
    expect(outcome.meta.backendReason).toBe('codex comes first of codex, agy, claude');
  });

  it('is nothing of another backend than the named one', async () => {
    const change = { backend: 'agy', model: 'swift-4', outputPriceBelow: 10 };
    const { catalogsRead, turns, outcome } = await run({ ...three, change });
    expect(catalogsRead).toEqual(['agy']);
    expect(turns).toMatchObject([{ backend: 'agy', model: 'swift-4' }]);
    expect(outcome.meta.backendReason).toBeUndefined();
  });

  it('is nothing when the caller cancels while the agents are looked for', async () => {
    const controller = new AbortController();
    const locate = async () => {
      controller.abort();
      return { path: '/usr/bin/codex', source: 'path' } as const;
    };
    const { catalogsRead, outcome } = await run({ backend: { locate }, signal: controller.signal });
    expect(outcome).toMatchObject({ failure: { code: 'ABORTED' } });
    expect(catalogsRead).toEqual([]);
  });

  it('is the prices of all backends at once', async () => {
    const { priceQueries } = await run({ ...three, change: { outputPriceBelow: 5 } });
    expect(priceQueries).toMatchObject([{ hasLimit: true }]);
    const names = [...(priceQueries[0]?.needed ?? []), ...(priceQueries[0]?.offered ?? [])];
    expect(names).toEqual(expect.arrayContaining(['swift-4', 'slow-4', 'calm-1', 'deep-2']));
  });

  it('asks no agent what a name stands for that a catalog lists', async () => {
    for (const model of ['swift-4', 'CALM.1']) {
      expect((await run({ ...three, names: {}, change: { model } })).namesResolved).toEqual([]);
    }
  });

  it.each(['--yolo', 'x'.repeat(257), 'a b', 'a\u001bb'])('is nothing for the name %j', async (model) => {
    const { namesResolved, catalogsRead, outcome } = await run({ ...three, names: {}, change: { model } });
    expect([namesResolved, catalogsRead]).toEqual([[], []]);
    expect(outcome).toMatchObject({ failure: { code: 'INPUT_LIMIT' } });
  });

  it('gives no agent a configured name that no model can have', async () => {
    await configure({ backends: { claude: { defaultModel: '--yolo' } } });
    const { namesResolved, outcome } = await run({ ...three, names: {}, change: { backend: 'claude' } });
    expect(namesResolved).toEqual([]);
    expect(outcome).toMatchObject({ failure: { code: 'POLICY_DENIED' } });
  });
});

describe('a named model', () => {
  it('runs on the backend that lists it, in the spelling of the list', async () => {
    const { turns, outcome } = await run({ ...three, change: { model: 'Vendor/DEEP.2' } });
    expect(turns).toMatchObject([{ backend: 'agy', model: 'deep-2' }]);
    expect(outcome).toMatchObject({
      status: 'answered',
      warnings: [],
      meta: { backendReason: 'agy is the only agent that lists the named model' },
    });
  });

  it('runs on the configured default where that lists it, too', async () => {
    await configure({ defaultBackend: 'agy' });
    const { turns, outcome } = await run({ ...three, change: { model: 'swift-4' } });
    expect(turns).toMatchObject([{ backend: 'agy', model: 'swift-4' }]);
    expect(outcome.meta.backendReason).toBe('agy is the configured default');
  });

  it('is not blocked by a configured default that has it not', async () => {
    await configure({ defaultBackend: 'claude' });
    const { turns, outcome } = await run({ ...three, change: { model: 'swift-4' } });
    expect(turns).toMatchObject([{ backend: 'codex' }]);
    expect(outcome.meta.backendReason).toBe('codex comes first of codex, agy: each lists the named model');
  });

  it('that nobody lists runs where unlisted names run, as what the agent says it stands for', async () => {
    const world = { ...three, names: { odd: 'odd-3' }, change: { model: 'odd', outputPriceBelow: 5 } };
    const { turns, namesResolved, outcome } = await run(world);
    expect(namesResolved).toEqual(['odd']);
    expect(turns).toMatchObject([{ backend: 'claude' }]);
    expect(outcome).toMatchObject({
      meta: {
        price: { outputUsdPerMillion: 2, entry: 'vendor/odd-3' },
        backendReason:
          'claude is the only agent that may know the named model below 5 USD per million output tokens',
      },
    });
  });

  it('that the agent does not know ends before a turn', async () => {
    const names = { odd: new CoAgentError('MODEL_UNAVAILABLE', 'there is no odd') };
    const { turns, outcome } = await run({ ...three, names, change: { model: 'odd' } });
    expect(outcome).toMatchObject({ failure: { code: 'MODEL_UNAVAILABLE', message: 'there is no odd' } });
    expect(turns).toEqual([]);
  });

  it('that a complete catalog lacks is asked of no agent', async () => {
    const { namesResolved, outcome } = await run({
      ...three,
      names: {},
      change: { backend: 'codex', model: 'odd-3' },
    });
    expect(namesResolved).toEqual([]);
    expect(outcome).toMatchObject({ failure: { code: 'MODEL_UNAVAILABLE' } });
  });

  it('that every complete catalog lacks is refused with the word of each', async () => {
    const change = { model: 'odd-3' };
    const { outcome, turns } = await run({ ...three, agents: ['codex', 'agy'], change });
    expect(outcome).toMatchObject({
      failure: { code: 'MODEL_UNAVAILABLE', message: expect.stringMatching(/codex: .*; agy: /) },
    });
    expect(turns).toEqual([]);
  });

  it('that nobody has is told apart from one that costs too much', async () => {
    const change = { model: 'odd-3', outputPriceBelow: 5 };
    const { outcome } = await run({ ...three, agents: ['codex', 'agy'], change });
    expect(outcome).toMatchObject({ failure: { code: 'MODEL_UNAVAILABLE' } });
  });

  it('that costs too much is refused with the lowest price of what it stands for anywhere', async () => {
    const catalogs = { ...three.catalogs, codex: new Error('no list') };
    const change = { model: 'odd', outputPriceBelow: 2 };
    const { outcome } = await run({ ...three, catalogs, names: { odd: 'odd-3' }, change });
    expect(outcome).toMatchObject({
      failure: {
        code: 'POLICY_DENIED',
        message: expect.stringMatching(
          /is 2 USD \(codex: it did not list its models: [^;]*no list; claude: 2 USD\)$/,
        ),
        details: { outputPriceBelow: 2, outputUsdPerMillion: 2 },
      },
    });
  });

  it('is what the agent is asked about, not the configured default', async () => {
    await configure({ backends: { claude: { defaultModel: 'best' } } });
    const change = { backend: 'claude', model: 'odd' };
    expect((await run({ ...three, names: {}, change })).namesResolved).toEqual(['odd']);
  });

  it('is never replaced to meet a limit', async () => {
    const change = { model: 'swift-4', outputPriceBelow: 9 };
    const { outcome, turns } = await run({ ...three, change });
    expect(outcome).toMatchObject({
      failure: {
        code: 'POLICY_DENIED',
        message: expect.stringMatching(/^swift-4 costs 9 USD .*limit of 9/),
      },
    });
    expect(turns).toEqual([]);
  });
});

describe('a price limit', () => {
  it('takes the dearest qualifying model where the default does not qualify, and shows its price', async () => {
    const { turns, outcome } = await run({ ...three, change: { outputPriceBelow: 5 } });
    expect(turns).toMatchObject([{ backend: 'codex', model: 'slow-4' }]);
    expect(outcome.meta.price?.outputUsdPerMillion).toBe(3);
  });

  it('narrows the choice to the backends that have a model below it', async () => {
    const world = { ...three, prices: { 'swift-4': 9, 'slow-4': 7, 'calm-1': 8, 'deep-2': 4 } };
    const { turns, outcome } = await run({ ...world, change: { outputPriceBelow: 5 } });
    expect(turns).toMatchObject([{ backend: 'agy', model: 'deep-2' }]);
    expect(outcome.meta.backendReason).toBe(
      'agy is the only agent that has a model below 5 USD per million output tokens',
    );
  });

  it('shows the price of the model that the agent reports instead, where that is known', async () => {
    const reports = (model: string): Script =>
      async function* ({ requireModel }) {
        await requireModel?.({ model });
        yield { ...started, model };
        yield says('Yes.');
        yield completed;
      };
    const world: World = { ...three, change: { outputPriceBelow: 10 } };
    const { outcome } = await runScripted(workspace.path, reports('calm-1'), world);
    expect(outcome).toMatchObject({
      meta: { model: 'calm-1', price: { outputUsdPerMillion: 8 } },
      warnings: [{ code: 'MODEL_DIFFERS', message: 'swift-4 was asked for, codex reports calm-1' }],
    });
    const without = await runScripted(workspace.path, reports('calm-1'), { ...world, change: {} });
    expect(without.outcome.meta.price).toBeUndefined();
    const askConsent = async () => ({ isGiven: true, isToBeRemembered: false }) as const;
    const dear: World = { ...three, prices: { 'swift-4': 90 }, askConsent, change: {} };
    const odd = await runScripted(workspace.path, reports('odd-9'), dear);
    expect(odd.outcome).toMatchObject({ status: 'answered', meta: { model: 'odd-9' } });
    expect(odd.outcome.meta.price).toBeUndefined();
    const unknown = await runScripted(workspace.path, reports('odd-9'), world);
    expect(unknown.outcome).toMatchObject({
      failure: { code: 'POLICY_DENIED', message: expect.stringContaining('its price is not known') },
    });
  });

  it('that nothing meets is refused with the limit and the cheapest known price of all', async () => {
    const { turns, outcome } = await run({ ...three, change: { outputPriceBelow: 2.5 } });
    expect(outcome).toMatchObject({
      failure: {
        code: 'POLICY_DENIED',
        message:
          'no agent can run this below 2.5 USD per million output tokens; the cheapest known price is 3 USD (codex: 3 USD, claude: 8 USD, agy: 4.8 USD)',
        details: { outputPriceBelow: 2.5, outputUsdPerMillion: 3 },
      },
    });
    expect(turns).toEqual([]);
  });

  it('that nothing is known to meet is refused in one sentence, without an exponent', async () => {
    const { outcome } = await run({ ...three, prices: {}, change: { outputPriceBelow: 0.0000001 } });
    expect(outcome).toMatchObject({
      failure: {
        code: 'POLICY_DENIED',
        message: 'no agent can run this below 0.0000001 USD per million output tokens; no price is known',
      },
    });
  });

  it('counts no denied model, not even as a fact', async () => {
    await configure({ governance: { models: { deny: ['slow-4'] } } });
    const { outcome } = await run({ ...three, change: { outputPriceBelow: 3.5 } });
    expect(outcome).toMatchObject({
      failure: { details: { outputPriceBelow: 3.5, outputUsdPerMillion: 4.8 } },
    });
  });
});

describe('a model that no catalog lists and the agent runs', () => {
  const later: Script = async function* ({ requireModel, signal }) {
    yield { ...started, model: 'swift-4' };
    yield says('Yes, but');
    const judged = requireModel?.({ model: 'dear-9' });
    await Promise.resolve(judged).catch(() => undefined);
    yield signal.aborted ? { type: 'failed', failure: failureOf(signal.reason) } : completed;
  };
  const listPrices: World = { ...three, looked: { 'dear-9': 50 }, change: { backend: 'codex' } };

  it('is stopped where the list prices it too high, and what was said is void', async () => {
    const { outcome, priceQueries, turns } = await runScripted(workspace.path, later, listPrices);
    expect(turns[0]?.signal.reason).toMatchObject({ code: 'POLICY_DENIED' });
    expect(outcome).toMatchObject({
      status: 'failed',
      failure: {
        code: 'POLICY_DENIED',
        message: expect.stringMatching(/dear-9 in place of swift-4.*50 USD/),
      },
    });
    expect(outcome).not.toHaveProperty('partialAnswer');
    expect(priceQueries).toMatchObject([{}, { needed: ['dear-9'], offered: [], hasLimit: false }]);
  });

  it('is no answer either where the agent was done before its price was known', async () => {
    const done: Script = async function* ({ requireModel }) {
      Promise.resolve(requireModel?.({ model: 'dear-9' })).catch(() => undefined);
      yield { ...started, model: 'dear-9' };
      yield says('Yes.');
      yield completed;
    };
    const { outcome } = await runScripted(workspace.path, done, listPrices);
    expect(outcome).toMatchObject({ status: 'failed', failure: { code: 'POLICY_DENIED' } });
    expect(outcome).not.toHaveProperty('partialAnswer');
  });

  it('is shown with its price where the list prices it low', async () => {
    const low: Script = async function* ({ requireModel }) {
      await requireModel?.({ model: 'low-9' });
      yield { ...started, model: 'low-9' };
      yield says('Yes.');
      yield completed;
    };
    const change = { backend: 'codex', outputPriceBelow: 10 };
    const { outcome } = await runScripted(workspace.path, low, { ...three, looked: { 'low-9': 1 }, change });
    expect(outcome).toMatchObject({ status: 'answered', meta: { price: { outputUsdPerMillion: 1 } } });
  });
});

describe('a model that nobody names', () => {
  const unnamed: Script = async function* () {
    const { model: _, ...begun } = started;
    yield begun;
    yield says('Yes.');
    yield completed;
  };
  const nobodyKnows: World = { agents: ['agy'], catalogs: { agy: new Error('no list') } };

  it('runs where no rule could be against it, and else is stopped with what it said thrown away', async () => {
    const free = await runScripted(workspace.path, unnamed, nobodyKnows);
    expect(free.outcome.status).toBe('answered');
    await configure({ governance: { models: { deny: ['claude/deep-2'] } } });
    expect((await runScripted(workspace.path, unnamed, nobodyKnows)).outcome.status).toBe('answered');
    await configure({ governance: { models: { deny: ['deep-2'] } } });
    const { outcome } = await runScripted(workspace.path, unnamed, nobodyKnows);
    expect(outcome).toMatchObject({
      status: 'failed',
      failure: { code: 'POLICY_DENIED', message: expect.stringContaining('does not say which') },
    });
    expect(outcome).not.toHaveProperty('partialAnswer');
    expect((await runScripted(workspace.path, obeying, nobodyKnows)).outcome.status).toBe('answered');
    const listed = { ...nobodyKnows, catalogs: { agy: catalogOf('calm-1') }, prices: { 'calm-1': 1 } };
    expect((await runScripted(workspace.path, unnamed, listed)).outcome.status).toBe('answered');
  });
});

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

describe('the default', () => {
  const claude = { models: [listed('calm-1')], isComplete: false };
  const configureBest = () => configure({ backends: { claude: { defaultModel: 'best' } } });

  it.each(['the configuration', "the agent's own settings"])(
    'is what the agent says the name in %s stands for',
    async (place) => {
      if (place === 'the configuration') await configureBest();
      const { outcome, namesResolved } = await run({
        agents: ['claude'],
        catalogs: {
          claude: place === 'the configuration' ? claude : { ...claude, agentDefault: { model: 'best' } },
        },
        names: { best: 'dear-9' },
        prices: { 'dear-9': 50 },
      });
      expect(namesResolved).toEqual(['best']);
      expect(outcome).toMatchObject({ failure: { code: 'POLICY_DENIED', details: { model: 'dear-9' } } });
    },
  );

  it('is tried all the same where the agent says that it has none of that name', async () => {
    await configureBest();
    const names = { best: new CoAgentError('MODEL_UNAVAILABLE', 'there is no best') };
    const { outcome, turns } = await run({ agents: ['claude'], catalogs: { claude }, names });
    expect(turns).toMatchObject([{ model: 'best' }]);
    expect(outcome.warnings.map(({ code }) => code)).toEqual(['CATALOG_UNAVAILABLE', 'PRICE_UNKNOWN']);
  });
});
