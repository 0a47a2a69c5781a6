import { CoAgentError } from '@coagent8/contracts';
import {
  AliasNotFoundError,
  ArgumentParseError,
  FlagNotFoundError,
  text_en,
  UnexpectedFlagError,
  UnexpectedPositionalError,
  UnsatisfiedFlagError,
  UnsatisfiedPositionalError,
} from '@stricli/core';
import type { ApplicationText } from '@stricli/core';

import {
  argumentMissing,
  argumentTooMany,
  givenTwice,
  listTakesNoName,
  noSuchCommand,
  noSuchOption,
  notAChoice,
  textNotQuoted,
  usageRefused,
  valueMissing,
  valueRefused,
} from '../errors.js';
import { errorLine } from '../output/error-line.js';
import { MODEL_COMMANDS } from './models.js';

/** What stricli says to `args`, in the form of every other error here: `CODE: what happened; what to do`. */
export const usageText = (args: readonly string[]): ApplicationText => ({
  ...text_en,
  briefs: { ...text_en.briefs, argumentEscapeSequence: 'What follows is text, not an option' },
  noCommandRegisteredForInput: ({ input, corrections }) => errorLine(noSuchCommand(input, corrections)),
  exceptionWhileParsingArguments: (error) => errorLine(usageError(error, args)),
  exceptionWhileLoadingCommandFunction: errorLine,
  exceptionWhileLoadingCommandContext: errorLine,
  exceptionWhileRunningCommand: errorLine,
});

/** What stricli 1.3.0 itself reads: the value of an option that needs none (`--json=true`). */
const BOOLEANS = ['true', 'false'];

function usageError(error: unknown, args: readonly string[]) {
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
  if (error instanceof UnsatisfiedPositionalError) return argumentMissing(error.placeholder);
  if (error instanceof UnexpectedPositionalError) return tooMany(error.input, args);
  return usageRefused(error);
}

/** Every command but the list takes a name, so a name after `models` alone is most often meant for one of them. */
function tooMany(input: string, [command, next]: readonly string[]) {
  if (command === 'consult') return textNotQuoted(input);
  const isOfList = command === 'models' && !MODEL_COMMANDS.includes(next ?? '');
  const others = MODEL_COMMANDS.filter((name) => name !== 'list');
  return isOfList ? listTakesNoName(input, others) : argumentTooMany(input);
}
