import { describe, expect, it } from '@jest/globals';

import { judgeAccount } from './examine.js';

describe('judgeAccount', () => {
  it.each([
    ['present', { account: { type: 'chatgpt' }, requiresOpenaiAuth: true }, undefined, false],
    ['absent', { account: null, requiresOpenaiAuth: true }, undefined, false],
    ['unknown', { account: null, requiresOpenaiAuth: false }, undefined, false],
    ['unknown', { account: null, requiresOpenaiAuth: false }, 'MY_KEY', true],
    ['absent', { account: null, requiresOpenaiAuth: false }, 'MY_KEY', false],
    ['absent', { account: { type: 'apiKey' }, requiresOpenaiAuth: false }, 'MY_KEY', false],
  ])('says %s', (state, account, keyName, hasKey) => {
    expect(judgeAccount(account, { keyName, hasKey }).state).toBe(state);
  });
});
