import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { providerKeyNames } from './provider-keys.js';

describe('providerKeyNames', () => {
  it.each([
    ['[model_providers.a]\nenv_key = "A_KEY"\n', ['A_KEY']],
    ["env_key='B_KEY' # comment", ['B_KEY']],
    ['  "env_key" = "C"', ['C']],
    ['model_providers.x = { name = "X", env_key = "D_KEY", wire_api = "responses" }', ['D_KEY']],
    ['env_key = "A"\r\nenv_key = "B"\r\nenv_key = "A"\r\n', ['A', 'B']],
    ['# env_key = "NO"', []],
    ['env_key_instructions = "NO"', []],
    ['my_env_key = "NO"', []],
    ['env_key = "not a name"', []],
    ['env_key = ""', []],
    ['', []],
  ])('of %j are %j', (text, names) => {
    expect(providerKeyNames(text)).toEqual(names);
  });

  it('are names, whatever the text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        for (const name of providerKeyNames(`env_key = "${text}"`))
          expect(name).toMatch(/^[A-Za-z_][A-Za-z0-9_]*$/);
      }),
    );
  });

  it('take time that is linear in the text', () => {
    const started = performance.now();
    providerKeyNames('env_key '.repeat(100_000));
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
