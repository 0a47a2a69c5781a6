import { describe, expect, it } from '@jest/globals';

import { judgeAccount } from './examine.js';

describe('judgeAccount', () => {
  it.each([
    ['present', { account: { type: 'chatgpt' }, requiresOpenaiAuth: true }, undefined, false],
    ['absent', { account: null, requiresOpenaiAuth: true }, undefined, false],
    ['unknown', { account: null, requiresOpenaiAuth: false }, undefined, false],
    ['present', { account: null, requiresOpenaiAuth: false }, 'MY_KEY', true],
    ['absent', { account: null, requiresOpenaiAuth: false }, 'MY_KEY', false],
    ['absent', { account: { type: 'apiKey' }, requiresOpenaiAuth: false }, 'MY_KEY', false],
  ])('says %s', (state, account, keyName, hasKey) => {
    expect(judgeAccount(account, { keyName, hasKey }).state).toBe(state);
  });

  it.each([
    [undefined, /^sign in with `codex login`/],
    ['MY_KEY', /^set MY_KEY where CoAgent8 is started/],
  ])('says what to do where nobody is signed in and the key is %s', (keyName, remedy) => {
    const account = { account: null, requiresOpenaiAuth: true };
    expect(judgeAccount(account, { keyName, hasKey: false }).remedy).toMatch(remedy);
  });

  it('has nothing to do for what only a turn tells, and says which key that is', () => {
    const account = { account: null, requiresOpenaiAuth: false };
    expect(judgeAccount(account, { keyName: undefined, hasKey: false })).not.toHaveProperty('remedy');
    expect(judgeAccount(account, { keyName: 'MY_KEY', hasKey: true })).toEqual({
      state: 'present',
      detail: 'MY_KEY is set; only a turn tells whether it is accepted',
    });
  });
});
