import { failureOf } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';

import { catalogOf } from './dependencies.js';
import type { Script, World } from './dependencies.js';
import { completed, says, started } from './scripted-turn.js';
import { three, workspaceForEach } from './three-agents.js';

const { configure, run } = workspaceForEach();

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
    const { outcome, priceQueries, turns } = await run(listPrices, later);
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
    const { outcome } = await run(listPrices, done);
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
    const { outcome } = await run({ ...three, looked: { 'low-9': 1 }, change }, low);
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
    const free = await run(nobodyKnows, unnamed);
    expect(free.outcome.status).toBe('answered');
    await configure({ governance: { models: { deny: ['claude/deep-2'] } } });
    expect((await run(nobodyKnows, unnamed)).outcome.status).toBe('answered');
    await configure({ governance: { models: { deny: ['deep-2'] } } });
    const { outcome } = await run(nobodyKnows, unnamed);
    expect(outcome).toMatchObject({
      status: 'failed',
      failure: { code: 'POLICY_DENIED', message: expect.stringContaining('does not say which') },
    });
    expect(outcome).not.toHaveProperty('partialAnswer');
    expect((await run(nobodyKnows)).outcome.status).toBe('answered');
    const listed = { ...nobodyKnows, catalogs: { agy: catalogOf('calm-1') }, prices: { 'calm-1': 1 } };
    expect((await run(listed, unnamed)).outcome.status).toBe('answered');
  });
});
