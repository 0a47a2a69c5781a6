import { describe, expect, it } from '@jest/globals';

import { quotaOf, reachedLimit } from './quota.js';

const NOW_MS = Date.UTC(2030, 0, 1);

const reset = (details: string) => reachedLimit(details, NOW_MS).resetsAt;
const errorInfo = (metadata: string) =>
  `[map[@type:type.googleapis.com/google.rpc.ErrorInfo domain:example.invalid metadata:map[${metadata}] reason:QUOTA_EXHAUSTED]]`;

describe('the limit that refused', () => {
  it.each([
    ['[map[retryDelay:40s]]', '2030-01-01T00:00:40.000Z'],
    ['map[quotaResetDelay:33740.910400305s]', '2030-01-01T09:22:20.910Z'],
    ['retryDelay:40s quotaResetTimeStamp:2031-02-03T04:05:06Z', '2031-02-03T04:05:06.000Z'],
    ['retryDelay:99999999999999999h', undefined],
    ['quotaResetTimeStamp:2031-99-99T00:00:00Z', undefined],
    ['retryDelay:soon', undefined],
    ['Resets in 37h50m21s.', undefined],
    ['', undefined],
  ])('whose details are %s ends at %s', (details, time) => {
    expect(reset(details)).toBe(time);
  });

  it.each([
    [errorInfo('model:swift-4.2-high quotaResetDelay:40s uiMessage:true'), true],
    [errorInfo('a:b model:swift-4.2'), true],
    [errorInfo('quotaResetDelay:40s uiMessage:true'), false],
    [errorInfo('model: quotaResetDelay:40s'), false],
    [errorInfo('other_model:x'), false],
    ['[map[retryDelay:40s]]', false],
    ['model:swift-4.2', false],
    ['', false],
  ])('whose details are %s is for some models only: %p', (details, isModelLimit) => {
    expect(reachedLimit(details, NOW_MS).isModelLimit).toBe(isModelLimit);
  });
});

describe('quotaOf', () => {
  const windowOf = (bucket: Record<string, unknown>) =>
    quotaOf([{ name: 'Swift Models', buckets: [{ id: 'swift-weekly', ...bucket }] }]).windows[0];

  it('has what is used of what remains, for the models of the group', () => {
    const bucket = { window: 'weekly', remaining_fraction: 0.75, reset_time: '2100-01-01T00:00:00Z' };
    expect(windowOf(bucket)).toEqual({
      ...{ name: 'swift-weekly', models: ['Swift Models'], usedPercent: 25, windowMinutes: 10_080 },
      resetsAt: '2100-01-01T00:00:00.000Z',
    });
  });

  it.each([undefined, null])('does not know what is used where %p remains', (remaining_fraction) => {
    expect(windowOf({ remaining_fraction })?.usedPercent).toBeUndefined();
  });

  it.each([
    ['5h', 300],
    ['90m', 90],
    ['30d', 43_200],
    ['weekly', 10_080],
    ['monthly', undefined],
    ['', undefined],
  ])('knows the length of %j: %p', (window, minutes) => {
    expect(windowOf({ window })?.windowMinutes).toBe(minutes);
  });

  it('has nothing of a group without limits, and no models of one without a name', () => {
    expect(quotaOf([{ name: 'A' }, { buckets: [{ id: 'b' }] }]).windows).toEqual([{ name: 'b' }]);
  });
});
