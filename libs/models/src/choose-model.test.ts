import { CoAgentError } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { chooseModel, EFFORT_MAX_CHARACTERS, MODEL_NAME_MAX_CHARACTERS } from './choose-model.js';

const inputLimit = (message: string) =>
  expect.objectContaining({ code: 'INPUT_LIMIT', message: expect.stringContaining(message) });

describe('chooseModel', () => {
  it('takes the model that the request names, as it is spelt', () => {
    expect(chooseModel({ model: 'Vendor/Swift-4.2[1m]', configuredDefault: 'other' })).toEqual({
      model: 'Vendor/Swift-4.2[1m]',
      source: 'request',
    });
  });

  it('else takes the configured default, with the effort that the request names', () => {
    expect(chooseModel({ reasoningEffort: 'high', configuredDefault: 'swift:8b' })).toEqual({
      model: 'swift:8b',
      reasoningEffort: 'high',
      source: 'configuration',
    });
  });

  it('else leaves it to the agent', () => {
    expect(chooseModel({})).toEqual({ source: 'agent' });
    expect(chooseModel({ reasoningEffort: 'low' })).toEqual({ reasoningEffort: 'low', source: 'agent' });
  });

  it.each([
    ['', 'is empty'],
    ['--version', 'begins with a dash'],
    ['swift 4', 'white space'],
    ['swift\n', 'white space'],
    ['swift\u0000', 'invisible'],
    ['swift\u001b[31m', 'invisible'],
    ['swift\u200b', 'invisible'],
    ['\ud800', 'invisible'],
  ])('refuses the model name %j', (model, message) => {
    expect(() => chooseModel({ model })).toThrow(inputLimit(message));
    expect(() => chooseModel({ reasoningEffort: model })).toThrow(inputLimit(message));
  });

  it('takes names at the limit and refuses them one past it', () => {
    const model = 'm'.repeat(MODEL_NAME_MAX_CHARACTERS);
    const reasoningEffort = 'e'.repeat(EFFORT_MAX_CHARACTERS);
    expect(chooseModel({ model, reasoningEffort })).toEqual({ model, reasoningEffort, source: 'request' });
    expect(() => chooseModel({ model: `${model}m` })).toThrow(
      inputLimit('model is longer than 256 characters'),
    );
    expect(() => chooseModel({ reasoningEffort: `${reasoningEffort}e` })).toThrow(
      inputLimit('reasoning_effort is longer than 64 characters'),
    );
  });

  it('blames the configuration for its own default, and only when it is used', () => {
    expect(() => chooseModel({ configuredDefault: 'two words' })).toThrow(
      expect.objectContaining({ code: 'POLICY_DENIED', message: expect.stringContaining('defaultModel') }),
    );
    expect(chooseModel({ model: 'swift', configuredDefault: 'two words' }).model).toBe('swift');
  });

  it('returns what it was given or refuses with a coded error that does not quote it', () => {
    const text = fc.option(fc.string({ unit: 'binary' }), { nil: undefined });
    fc.assert(
      fc.property(text, text, text, (model, reasoningEffort, configuredDefault) => {
        const wanted = Object.fromEntries(
          Object.entries({ model, reasoningEffort, configuredDefault }).filter(
            ([, value]) => value !== undefined,
          ),
        );
        try {
          const choice = chooseModel(wanted);
          expect(choice.model).toBe(model ?? configuredDefault);
          expect(choice.reasoningEffort).toBe(reasoningEffort);
        } catch (error) {
          expect(CoAgentError.is(error)).toBe(true);
        }
      }),
    );
  });
});
