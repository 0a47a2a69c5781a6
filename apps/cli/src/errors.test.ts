import { describe, expect, it } from '@jest/globals';
import type { CoAgentError } from '@coagent8/contracts';

import * as errors from './errors.js';

const CAUSE = new Error('cause');
const ALL: readonly CoAgentError[] = [
  errors.noProposal(),
  errors.inputEmpty(),
  errors.inputTooLong(5),
  errors.inputNotText(),
  errors.inputUnreadable(CAUSE),
  errors.stopped(),
  errors.reportStopped(),
  errors.looksAtAgents(),
  errors.requestNotJson(CAUSE),
  errors.requestInvalid(['a: wrong']),
  errors.formatsExclusive(),
  errors.noSuchCommand('x', []),
  errors.noSuchOption('--x', ['--y']),
  errors.valueRefused('--x', errors.notAChoice('a', ['b'])),
  errors.valueMissing('x'),
  errors.givenTwice('x'),
  errors.argumentTooMany('x'),
  errors.textNotQuoted('x'),
  errors.argumentMissing('x'),
  errors.listTakesNoName('x', ['y']),
  errors.settingsAreTheUsers(),
  errors.usageRefused(CAUSE),
  errors.notAChoice('a', ['b']),
  errors.timeLimitUnreadable('x'),
  errors.timeLimitOutOfRange('x'),
  errors.priceLimitUnreadable('x'),
  errors.outputLost(CAUSE),
  errors.requestSourceUnknown('x'),
];

describe('errors', () => {
  it('covers every factory', () => {
    expect(ALL).toHaveLength(Object.keys(errors).length);
  });

  it.each(ALL.map((error) => [error.message, error] as const))(
    '%s: says what to do, as a part of a sentence',
    (_, error) => {
      expect(error.message).toMatch(/^\S.*[^.;]$/);
      expect(error.remedy).toMatch(/^\S.*[^.]$/);
    },
  );
});
