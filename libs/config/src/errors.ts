import { CoAgentError, SHOWN_MAX_CHARACTERS, shownText } from '@coagent8/contracts';

import type { UnusableLocation } from './locations.js';

/** A text that configuration is read from. */
export interface ConfigSource {
  /** How a reader knows it: the path of the file, or the name of the variable. */
  readonly name: string;
  /** What a reader can do when it is wrong, as a sentence part. */
  readonly remedy: string;
  /** Whether it is not kept in lines: its line is then told only where there are several. Default false. */
  readonly isVariable?: boolean;
}

/** Where in a source something is wrong. */
interface FaultyField {
  readonly field: string;
  /** What is wrong, as a sentence part that does not quote the value. */
  readonly problem: string;
  /** From 1; absent where a line says nothing. */
  readonly line?: number | undefined;
}

const LINE_MAX_CHARACTERS = 200;

/** `COAGENT8_DIR` or `COAGENT8_CONFIG` is a relative path. */
export function unusableLocation({ variable, value }: UnusableLocation): CoAgentError {
  return new CoAgentError('POLICY_DENIED', `${variable} is a relative path: ${shown(value)}`, {
    remedy: `set ${variable} to an absolute path or one that begins with ~/, or unset it`,
    details: { variable },
  });
}

/** The file is there and cannot be read: forbidden, no regular file, too large, not UTF-8. `cause` says which, and where. */
export function configUnreadable({ name, remedy }: ConfigSource, cause: CoAgentError): CoAgentError {
  return new CoAgentError('POLICY_DENIED', `the configuration is not usable: ${cause.message}`, {
    remedy: cause.remedy ?? remedy,
    details: { source: name },
    cause,
  });
}

/** The file is a link, and there is nothing where it leads. */
export function configLinkBroken({ name }: ConfigSource): CoAgentError {
  return new CoAgentError('POLICY_DENIED', `the configuration ${name} is a link that leads nowhere`, {
    remedy: 'restore what it leads to, or remove the link to use the defaults',
    details: { source: name },
  });
}

/** The file may be read and not written. */
export function configReadOnly({ name }: ConfigSource, cause: unknown): CoAgentError {
  return new CoAgentError('PROCESS_ERROR', `the configuration ${name} is protected against writing`, {
    remedy: `make sure that you may write ${name}, or change it where it is made`,
    details: { source: name },
    cause,
  });
}

/** A change after which the file would be larger than a configuration may be. */
export function changeTooLarge({ name }: ConfigSource, maxBytes: number): CoAgentError {
  return new CoAgentError(
    'INPUT_LIMIT',
    `with this change the configuration ${name} would be larger than ${maxBytes} bytes`,
    {
      remedy: 'set less, or remove entries that are no longer needed',
      details: { source: name, maxBytes },
    },
  );
}

/** A field that no configuration has. `similar` are those that may be meant. */
export function noSuchField(
  path: string,
  { similar, all }: { readonly similar: readonly string[]; readonly all: readonly string[] },
): CoAgentError {
  return new CoAgentError('INPUT_LIMIT', `there is no field to set: ${shownField(path)}`, {
    remedy: similar.length > 0 ? `did you mean ${similar.join(' or ')}?` : `the fields are ${all.join(', ')}`,
  });
}

/** Longest path of names that is repeated to who typed it, in characters. Each name is as short as any text of theirs. */
export const SHOWN_FIELD_MAX_CHARACTERS = 64;

function shownField(path: string): string {
  const isPlain = path
    .split('.')
    .every((name) => /^[A-Za-z0-9]+$/.test(name) && name.length <= SHOWN_MAX_CHARACTERS);
  return isPlain && path.length <= SHOWN_FIELD_MAX_CHARACTERS ? `"${path}"` : shownText(path);
}

/** A value that its field does not take; `takes` says what it does, `problem` what is wrong without quoting it. */
export function valueNotTaken({
  field,
  problem,
  takes,
}: {
  readonly field: string;
  readonly problem: string;
  readonly takes: string | undefined;
}): CoAgentError {
  return new CoAgentError('INPUT_LIMIT', `${shown(field)}: ${problem}`, {
    remedy: takes === undefined ? 'give what the field takes' : `give ${takes}`,
    details: { field: shown(field) },
  });
}

/** A text of more bytes than a configuration may have. */
export function configTooLarge({ name, remedy }: ConfigSource, maxBytes: number): CoAgentError {
  return new CoAgentError('POLICY_DENIED', `the configuration ${name} is larger than ${maxBytes} bytes`, {
    remedy,
    details: { source: name, maxBytes },
  });
}

/** A text that is not JSON. What it holds is not quoted: it may be anything. */
export function configNotJson({ name, remedy }: ConfigSource, line: number | undefined): CoAgentError {
  return new CoAgentError('POLICY_DENIED', `the configuration ${name} is not valid JSON${atLine(line)}`, {
    remedy,
    details: { source: name, ...(line === undefined ? {} : { line }) },
  });
}

/** A field that does not hold what it should. */
export function configInvalid(
  { name, remedy }: ConfigSource,
  { field, problem, line }: FaultyField,
): CoAgentError {
  return new CoAgentError(
    'POLICY_DENIED',
    `the configuration ${name} is not valid${atLine(line)}: ${shown(field)}: ${problem}`,
    {
      remedy,
      details: { source: name, field: shown(field), ...(line === undefined ? {} : { line }) },
    },
  );
}

function atLine(line: number | undefined): string {
  return line === undefined ? '' : ` (line ${line})`;
}

/** One line of bounded length, whatever `text` is. */
export function shown(text: string): string {
  const line = text.replace(/\p{Cc}+/gu, ' ');
  return line.length <= LINE_MAX_CHARACTERS ? line : `${line.slice(0, LINE_MAX_CHARACTERS)}…`;
}
