import { describe, expect, it } from '@jest/globals';

import type { Script, World } from './dependencies.js';
import { completed, says, started } from './scripted-turn.js';
import { three, workspaceForEach } from './three-agents.js';

const { configure, run } = workspaceForEach();

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
    const { outcome } = await run(world, reports('calm-1'));
    expect(outcome).toMatchObject({
      meta: { model: 'calm-1', price: { outputUsdPerMillion: 8 } },
      warnings: [{ code: 'MODEL_DIFFERS', message: 'swift-4 was asked for, codex reports calm-1' }],
    });
    const without = await run({ ...world, change: {} }, reports('calm-1'));
    expect(without.outcome.meta.price).toBeUndefined();
    const askConsent = async () => ({ isGiven: true, isToBeRemembered: false }) as const;
    const dear: World = { ...three, prices: { 'swift-4': 90 }, askConsent, change: {} };
    const odd = await run(dear, reports('odd-9'));
    expect(odd.outcome).toMatchObject({ status: 'answered', meta: { model: 'odd-9' } });
    expect(odd.outcome.meta.price).toBeUndefined();
    const unknown = await run(world, reports('odd-9'));
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
