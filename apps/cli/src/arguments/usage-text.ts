import { CoAgentError } from '@coagent8/contracts';
import {
  AliasNotFoundError,
  ArgumentParseError,
  FlagNotFoundError,
  text_en,
  UnexpectedFlagError,
  UnexpectedPositionalError,
  UnsatisfiedFlagError,
} from '@stricli/core';
import type { ApplicationText } from '@stricli/core';

import {
  argumentTooMany,
  givenTwice,
  noSuchCommand,
  noSuchOption,
  notAChoice,
  usageRefused,
  valueMissing,
  valueRefused,
} from '../errors.js';
import { errorLine } from '../output/error-line.js';

/** What stricli says, in the form of every other error here: `CODE: what happened; what to do`. */
export const usageText: ApplicationText = {
  ...text_en,
  briefs: { ...text_en.briefs, argumentEscapeSequence: 'What follows is text, not an option' },
  noCommandRegisteredForInput: ({ input, corrections }) => errorLine(noSuchCommand(input, corrections)),
  exceptionWhileParsingArguments: (error) => errorLine(usageError(error)),
  exceptionWhileLoadingCommandFunction: errorLine,
  exceptionWhileLoadingCommandContext: errorLine,
  exceptionWhileRunningCommand: errorLine,
};

/** What stricli 1.3.0 itself reads: the value of an option that needs none (`--json=true`). */
const BOOLEANS = ['true', 'false'];

function usageError(error: unknown) {
  if (error instanceof FlagNotFoundError) {
    return noSuchOption(
      `--${error.input}`,
      error.corrections.map((name) => `--${name}`),
    );
  }
  if (error instanceof AliasNotFoundError) return noSuchOption(`-${error.input}`, []);
  if (error instanceof ArgumentParseError) {
    const { externalFlagNameOrPlaceholder: name, exception, input } = error;
    const reason = CoAgentError.is(exception) ? exception : notAChoice(input, BOOLEANS);
    return valueRefused(`--${name}`, reason);
  }
  if (error instanceof UnsatisfiedFlagError) return valueMissing(`--${error.externalFlagName}`);
  if (error instanceof UnexpectedFlagError) return givenTwice(`--${error.externalFlagName}`);
  if (error instanceof UnexpectedPositionalError) return argumentTooMany(error.input);
  return usageRefused(error);
}
