import { describe, expect, it } from '@jest/globals';

import { similarFields } from './similar-fields.js';

const FIELDS = [
  'defaultBackend',
  'routing.strategy',
  'backends.codex.env',
  'backends.codex.defaultModel',
  'backends.claude.defaultModel',
  'backends.agy.defaultModel',
  'governance.outputPriceAbove',
];

describe('similarFields', () => {
  it.each([
    ['governance.outputPriceAbov', ['governance.outputPriceAbove']],
    ['outputPriceAbove', ['governance.outputPriceAbove']],
    ['OUTPUTPRICEABOVE', ['governance.outputPriceAbove']],
    ['codex.defaultModle', ['backends.codex.defaultModel']],
    [
      'defaultModel',
      ['backends.codex.defaultModel', 'backends.claude.defaultModel', 'backends.agy.defaultModel'],
    ],
    ['x', []],
    ['', []],
    ['colour', []],
  ])('%j: %j', (typed, similar) => {
    expect(similarFields(typed, FIELDS)).toEqual(similar);
  });

  it('compares no more than 64 characters', () => {
    const name = 'n'.repeat(64);
    expect(similarFields(name, [`${name}x`])).toEqual([`${name}x`]);
    expect(similarFields(`${name}x`, [`${name}x`])).toEqual([]);
  });
});
