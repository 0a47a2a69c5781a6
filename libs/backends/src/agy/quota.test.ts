import { expect, it } from '@jest/globals';

import { resetTime } from './quota.js';

const NOW_MS = Date.UTC(2030, 0, 1);

it.each([
  ['Details: [map[retryDelay:40s]]', '2030-01-01T00:00:40.000Z'],
  ['map[quotaResetDelay:33740.910400305s]', '2030-01-01T09:22:20.910Z'],
  ['quota reached. Resets in 37h50m21s.', '2030-01-02T13:50:21.000Z'],
  ['Resets in 1h. map[retryDelay:2m]', '2030-01-01T00:02:00.000Z'],
  ['retryDelay:40s quotaResetTimeStamp:2031-02-03T04:05:06Z', '2031-02-03T04:05:06.000Z'],
  ['Resets in 99999999999999999h', undefined],
  ['quotaResetTimeStamp:2031-99-99T00:00:00Z', undefined],
  ['Resets in a while', undefined],
  ['', undefined],
])('%s', (error, time) => {
  expect(resetTime(error, NOW_MS)).toBe(time);
});
