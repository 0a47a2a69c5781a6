import { CoAgentError } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';

import { listed } from './dependencies.js';
import { workspaceForEach } from './three-agents.js';

const { configure, run } = workspaceForEach();

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
