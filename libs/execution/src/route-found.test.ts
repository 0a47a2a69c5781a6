import { describe, expect, it } from '@jest/globals';

import { wantedModel } from './route-found.js';

describe('wantedModel', () => {
  it.each([
    ['the named one', { model: 'swift' }, 'calm-1', { isDefault: false, model: 'vendor/swift-4.2' }, 'swift'],
    ['what a price limit takes', {}, 'calm-1', { isDefault: false, model: 'slow-4' }, 'slow-4'],
    ['the configured one as it is written', {}, 'calm', { isDefault: true, model: 'calm-1' }, 'calm'],
    ['the configured one, before anything was compared', {}, 'calm', undefined, 'calm'],
    ['none, where the agent decides', {}, undefined, { isDefault: true, model: 'calm-1' }, undefined],
  ])('is %s', (_, request, configuredModel, choice, expected) => {
    expect(wantedModel({ request, configuredModel, choice })).toBe(expected);
  });
});
