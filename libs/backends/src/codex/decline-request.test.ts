import { describe, expect, it } from '@jest/globals';

import { declineRequest } from './decline-request.js';

describe('declineRequest', () => {
  it.each([
    ['item/commandExecution/requestApproval', { decision: 'decline' }],
    ['item/fileChange/requestApproval', { decision: 'decline' }],
    ['item/permissions/requestApproval', { permissions: {}, scope: 'turn' }],
    ['item/tool/requestUserInput', { answers: {} }],
    ['item/tool/call', { contentItems: [], success: false }],
    ['mcpServer/elicitation/request', { action: 'decline', content: null, _meta: null }],
  ])('refuses %s in its own words', (method, result) => {
    expect(declineRequest(method)).toEqual({ result });
  });

  it.each([
    'applyPatchApproval',
    'execCommandApproval',
    'account/chatgptAuthTokens/refresh',
    'constructor',
    'novel',
  ])('answers %s with an error', (method) => {
    expect(declineRequest(method)).toMatchObject({ error: { code: -32601 } });
  });
});
