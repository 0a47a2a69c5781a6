import { describe, expect, it } from '@jest/globals';

import { judgeAccount } from './examine.js';

describe('judgeAccount', () => {
  it.each([
    ['absent', 'signed out', { tokenSource: 'none', apiProvider: 'firstParty' }],
    ['present', 'signed in with Claude Max', { subscriptionType: 'Claude Max', apiProvider: 'firstParty' }],
    ['present', 'signed in', { email: 'a@example.org', apiProvider: 'firstParty' }],
    [
      'present',
      'a key comes from ANTHROPIC_API_KEY; only a turn tells whether it is accepted',
      { tokenSource: 'none', apiKeySource: 'ANTHROPIC_API_KEY', apiProvider: 'firstParty' },
    ],
    [
      'present',
      'a token comes from CLAUDE_CODE_OAUTH_TOKEN; only a turn tells whether it is accepted',
      { tokenSource: 'CLAUDE_CODE_OAUTH_TOKEN', apiKeySource: 'none' },
    ],
    [
      'unknown',
      'works through bedrock, whose credentials only a turn tries',
      { tokenSource: 'none', apiProvider: 'bedrock' },
    ],
    ['unknown', 'not told', {}],
    ['unknown', 'not told', undefined],
  ])('is %s: %s', (state, detail, account) => {
    expect(judgeAccount(account)).toMatchObject({ state, detail });
  });

  it('says what to do where nobody is signed in, as far as is known', () => {
    for (const account of [{ tokenSource: 'none' }, undefined])
      expect(judgeAccount(account).remedy).toMatch(/`claude` in a terminal.*`\/login`.*ANTHROPIC_API_KEY/);
    expect(judgeAccount({ apiKeySource: 'ANTHROPIC_API_KEY' })).not.toHaveProperty('remedy');
  });
});
