import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { CLOUD_PREFIXES_MAX, namesWithin } from './cloud-name.js';

describe('namesWithin', () => {
  it.each([
    [
      'us.vendor.swift-4-v1:0',
      ['us.vendor.swift-4', 'vendor.swift-4-v1:0', 'vendor.swift-4', 'swift-4-v1:0', 'swift-4'],
    ],
    ['Vendor.Swift-4.2-v1', ['vendor.swift-4.2', 'swift-4.2-v1', 'swift-4.2']],
    ['us-gov.vendor.swift', ['vendor.swift', 'vendor.swift', 'swift', 'swift']],
    ['swift-4-v1:0', ['swift-4']],
    ['vendor.swift-4-v1:0[1m]', ['vendor.swift-4[1m]', 'swift-4-v1:0[1m]', 'swift-4[1m]']],
    [
      'arn:x:y:us-1:123:inference-profile/vendor.swift-v2:0:200k',
      ['vendor.swift', 'swift-v2:0:200k', 'swift'],
    ],
  ])('of %s are %j', (name, held) => {
    expect(new Set(namesWithin(name))).toEqual(new Set(held));
  });

  it.each([
    'swift-4',
    'swift-4.2',
    'swift-v3',
    'vendor/swift-4.2',
    'swift:free',
    '',
    '.',
    '-v1:0',
    'v3',
    '4.2.swift',
  ])('are none of %j', (name) => {
    expect(namesWithin(name)).toEqual([]);
  });

  it('look behind no more than a few words', () => {
    const behind = (words: number) => namesWithin(`${'a.'.repeat(words)}swift-4`).includes('swift-4');
    expect([behind(CLOUD_PREFIXES_MAX), behind(CLOUD_PREFIXES_MAX + 1)]).toEqual([true, false]);
  });

  it('are ends of the name, the version aside', () => {
    const word = fc.stringMatching(/^[a-zA-Z0-9-]{0,4}$/);
    fc.assert(
      fc.property(fc.array(word), fc.constantFrom('', '-v1', '-v1:0'), (words, version) => {
        const name = `${words.join('.')}${version}`;
        for (const held of namesWithin(name)) {
          expect(name.toLowerCase().replace(/-v\d+(:0)?$/, '')).toContain(held.replace(/-v\d+(:0)?$/, ''));
          expect(held).not.toBe('');
        }
      }),
    );
  });
});
