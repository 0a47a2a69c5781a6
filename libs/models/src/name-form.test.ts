import { describe, expect, it } from '@jest/globals';

import {
  checkEffortName,
  checkModelName,
  EFFORT_MAX_CHARACTERS,
  isEffortName,
  isModelName,
  MODEL_NAME_MAX_CHARACTERS,
} from './name-form.js';

const refusal = (code: string, message: string) =>
  expect.objectContaining({ code, message: expect.stringContaining(message) });

describe('the form of names', () => {
  it.each([
    ['', 'is empty'],
    ['--version', 'begins with a dash'],
    ['swift 4', 'white space'],
    ['swift\n', 'white space'],
    ['swift\u0000', 'invisible'],
    ['swift\u001b[31m', 'invisible'],
    ['swift\u200b', 'invisible'],
    ['\ud800', 'invisible'],
  ])('does not allow %j', (name, problem) => {
    expect(() => checkModelName(name, 'model')).toThrow(refusal('INPUT_LIMIT', problem));
    expect(() => checkEffortName(name)).toThrow(refusal('INPUT_LIMIT', problem));
    expect(isModelName(name) || isEffortName(name)).toBe(false);
  });

  it.each(['swift-4.2', 'Vendor/Swift-4.2[1m]', 'swift:8b', '$(touch)', '__proto__'])('allows %s', (name) => {
    expect(() => checkModelName(name, 'model')).not.toThrow();
    expect(isModelName(name)).toBe(true);
  });

  it('allows names at the limit and none past it', () => {
    const model = 'm'.repeat(MODEL_NAME_MAX_CHARACTERS);
    const effort = 'e'.repeat(EFFORT_MAX_CHARACTERS);
    expect(() => checkModelName(model, 'model')).not.toThrow();
    expect(() => checkEffortName(effort)).not.toThrow();
    expect(() => checkModelName(`${model}m`, 'model')).toThrow(
      refusal('INPUT_LIMIT', 'model is longer than 256 characters'),
    );
    expect(() => checkEffortName(`${effort}e`)).toThrow(
      refusal('INPUT_LIMIT', 'reasoning_effort is longer than 64 characters'),
    );
  });

  it('blames the field of the configuration that the name is from, and says what would do', () => {
    expect(() => checkModelName('Two Words', 'backends.agy.defaultModel')).toThrow(
      expect.objectContaining({
        code: 'POLICY_DENIED',
        message: expect.stringContaining('backends.agy.defaultModel'),
        remedy: expect.stringContaining('an id that `coagent8 models` shows'),
      }),
    );
  });
});
