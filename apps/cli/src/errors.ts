import { CoAgentError, failureOf, shownText, TIMEOUT_MAX_MS, TIMEOUT_MIN_MS } from '@coagent8/contracts';

/** Neither an argument nor standard input holds a proposal. */
export function noProposal(): CoAgentError {
  return new CoAgentError('INPUT_LIMIT', 'there is no proposal', {
    remedy: 'pass it as one quoted argument, or pipe it to `coagent8 consult -`',
  });
}

/** Standard input was to be the proposal, and holds nothing. */
export function inputEmpty(): CoAgentError {
  return new CoAgentError('INPUT_LIMIT', 'standard input is empty, so there is no proposal', {
    remedy: 'send a text, or pass it as one quoted argument',
  });
}

/** Standard input holds more than its reader takes. */
export function inputTooLong(maxBytes: number): CoAgentError {
  return new CoAgentError('INPUT_LIMIT', `standard input is longer than ${maxBytes} bytes`, {
    remedy: 'send less, or name files with --context-file instead of quoting them',
    details: { maxBytes },
  });
}

/** Standard input is not text. */
export function inputNotText(): CoAgentError {
  return new CoAgentError('INPUT_LIMIT', 'standard input is not valid UTF-8', {
    remedy: 'send text encoded as UTF-8',
  });
}

/** Standard input is a folder, a broken device or the like. */
export function inputUnreadable(cause: unknown): CoAgentError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new CoAgentError('INPUT_LIMIT', `standard input cannot be read (${reason})`, {
    remedy: 'pipe text into the command or redirect a file to it',
    cause,
  });
}

/** The command was told to stop before the turn began. */
export function stopped(): CoAgentError {
  return new CoAgentError('ABORTED', 'the command was stopped before the turn began', {
    remedy: 'start it again',
  });
}

/** The command was told to stop before it had its report. */
export function reportStopped(): CoAgentError {
  return new CoAgentError('ABORTED', 'the command was stopped before it had its answer', {
    remedy: 'start it again',
  });
}

/** An agent that CoAgent8 started asks about the agents: to answer it would start more of them. */
export function looksAtAgents(): CoAgentError {
  return new CoAgentError(
    'POLICY_DENIED',
    'this call comes from inside a turn of CoAgent8, which starts no further agents',
    { remedy: 'go on with what you know; the user can look in a terminal of their own' },
  );
}

/** A request record that is not JSON. */
export function requestNotJson(cause: unknown): CoAgentError {
  return new CoAgentError('INPUT_LIMIT', 'the first line of standard input is not a JSON record', {
    remedy: 'send one request record on one line',
    cause,
  });
}

/** A request that breaks the contract; `issues` name the fields, never their values. */
export function requestInvalid(issues: readonly string[]): CoAgentError {
  return new CoAgentError('INPUT_LIMIT', `the request is not valid: ${issues.join(', ')}`, {
    remedy: 'correct these fields',
  });
}

/** Two output formats at once. */
export function formatsExclusive(): CoAgentError {
  return new CoAgentError('INPUT_LIMIT', '--json and --events exclude each other', {
    remedy: 'name one of them',
  });
}

const SEE_HELP = 'see `coagent8 --help`';
const didYouMean = (names: readonly string[]) =>
  names.length === 0 ? SEE_HELP : `did you mean ${names.join(' or ')}?`;

/** The first argument is no command. */
export function noSuchCommand(input: string, similar: readonly string[]): CoAgentError {
  return new CoAgentError('INPUT_LIMIT', `there is no such command: ${shownText(input)}`, {
    remedy: didYouMean(similar),
  });
}

/** An option that the command does not have, with its dashes. */
export function noSuchOption(option: string, similar: readonly string[]): CoAgentError {
  return new CoAgentError('INPUT_LIMIT', `there is no such option: ${shownText(option)}`, {
    remedy: didYouMean(similar),
  });
}

/** An option whose value its parser refused, saying why in an error of this file. */
export function valueRefused(option: string, cause: unknown): CoAgentError {
  const { code, message, remedy = SEE_HELP } = failureOf(cause);
  return new CoAgentError(code, `${option}: ${message}`, { remedy, cause });
}

/** An option at the end of the line, or before another one. */
export function valueMissing(option: string): CoAgentError {
  return new CoAgentError('INPUT_LIMIT', `${shownText(option)} needs a value`, { remedy: SEE_HELP });
}

/** An option that does not repeat. */
export function givenTwice(option: string): CoAgentError {
  return new CoAgentError('INPUT_LIMIT', `${option} is given twice`, { remedy: 'give it once' });
}

/** More arguments than the command takes. */
export function argumentTooMany(input: string): CoAgentError {
  return new CoAgentError('INPUT_LIMIT', `${shownText(input)} is an argument too many`, { remedy: SEE_HELP });
}

/** A text of several arguments. */
export function textNotQuoted(input: string): CoAgentError {
  return new CoAgentError('INPUT_LIMIT', `${shownText(input)} is an argument too many`, {
    remedy: 'put a text of several words in quotes',
  });
}

/** Any other way to get a command line wrong. The reason may hold what was typed, and is not repeated. */
export function usageRefused(cause: unknown): CoAgentError {
  return new CoAgentError('INPUT_LIMIT', 'the arguments do not fit the command', { remedy: SEE_HELP, cause });
}

/** An argument that the command cannot do without. */
export function argumentMissing(placeholder: string): CoAgentError {
  return new CoAgentError('INPUT_LIMIT', `there is no <${placeholder}>`, {
    remedy: `add it at the end of the line, or ${SEE_HELP}`,
  });
}

/** A name after `coagent8 models`, whose list takes none. */
export function listTakesNoName(input: string, commands: readonly string[]): CoAgentError {
  return new CoAgentError('INPUT_LIMIT', `${shownText(input)} is no command of \`coagent8 models\``, {
    remedy: `the list takes no name; the other commands are ${commands.join(', ')}`,
  });
}

/** A change of the user's settings by an agent that CoAgent8 started. */
export function settingsAreTheUsers(): CoAgentError {
  return new CoAgentError(
    'POLICY_DENIED',
    "this call comes from inside a turn of CoAgent8, which does not change the user's settings",
    { remedy: 'leave them as they are; in a terminal of their own the user can change them' },
  );
}

/** A value that an option does not take. */
export function notAChoice(input: string, choices: readonly string[]): CoAgentError {
  return new CoAgentError('INPUT_LIMIT', `${shownText(input)} is not a choice`, {
    remedy: `choose one of ${choices.join(', ')}`,
  });
}

/** A value of `--timeout` that is no time. */
export function timeLimitUnreadable(input: string): CoAgentError {
  return new CoAgentError('INPUT_LIMIT', `${shownText(input)} is not a time limit`, {
    remedy: 'give seconds, or a number with ms, s, m or h, as in 90s or 5m',
  });
}

/** A value of `--timeout` outside of what a request may ask for. */
export function timeLimitOutOfRange(input: string): CoAgentError {
  return new CoAgentError('INPUT_LIMIT', `${shownText(input)} is out of range`, {
    remedy: `give a time limit from ${TIMEOUT_MIN_MS} ms to ${TIMEOUT_MAX_MS / 60_000} minutes`,
  });
}

/** A value of `--output-price-below` that is no price. */
export function priceLimitUnreadable(input: string): CoAgentError {
  return new CoAgentError('INPUT_LIMIT', `${shownText(input)} is not a price`, {
    remedy: 'give USD per million output tokens as a decimal number above 0, as in 5 or 0.5',
  });
}

/** What the command had to say is lost, in part or whole. */
export function outputLost(cause: Error): CoAgentError {
  return new CoAgentError('PROCESS_ERROR', `standard output could not be written (${cause.message})`, {
    remedy: 'make room, or redirect it to another place',
    cause,
  });
}

/** A value of `--request` other than `-`. */
export function requestSourceUnknown(input: string): CoAgentError {
  return new CoAgentError('INPUT_LIMIT', `${shownText(input)} is not a source of requests`, {
    remedy: 'write `--request -` and send the record on standard input',
  });
}
