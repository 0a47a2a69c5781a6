import { CoAgentError } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';

import { three, workspaceForEach } from './three-agents.js';

const { configure, run } = workspaceForEach();

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
    expect(outcome.meta.backendReason).toBe(
      'codex, since the configured default, claude, does not list the named model; codex comes first of codex, agy: nothing is known of their limits; each lists the named model',
    );
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
