import { describe, expect, it } from '@jest/globals';

import { declineRequest } from './decline-request.js';

describe('declineRequest', () => {
  it.each([
    ['can_use_tool', { behavior: 'deny', message: 'Nothing can be approved during this turn.' }],
    ['elicitation', { action: 'decline' }],
  ])('says no to %s in its own words', (subtype, response) => {
    expect(declineRequest(subtype)).toEqual({ subtype: 'success', response });
  });

  it.each(['hook_callback', 'mcp_message', 'request_user_dialog', 'novel', 'toString'])(
    'does not know %s',
    (subtype) => {
      expect(declineRequest(subtype)).toEqual({
        subtype: 'error',
        error: `Unsupported control request subtype: ${subtype}`,
      });
    },
  );
});
