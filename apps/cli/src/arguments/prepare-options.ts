import { noSuchOption, valueMissing } from '../errors.js';

/** `-x`, `-x=value`, `--name` or `--name=value`, as stricli 1.3.0 knows them, but with any text as the value. */
const OPTION = /^(?<name>-[a-z]|--[a-z][-\w.]+)(?:=(?<value>.*))?$/is;
/** What starts like an option; several short ones in one (`-hv`) are left to stricli. */
const LOOKS_LIKE_OPTION = /^-(?![a-z]+$)\S+$/i;
/** A name that stricli 1.3.0 would find on every object. */
const INHERITED = new RegExp(`(?:${Object.getOwnPropertyNames(Object.prototype).join('|')})$`, 'i');

const LINE_END = /[\n\r\u2028\u2029]/;

/**
 * Makes stricli 1.3.0 strict. It takes for text what looks like an option and is none (`--x`, `--model=`, a value of
 * several lines after `=`), so that a slip would be asked as a question. Such a value becomes an argument of its own,
 * and the rest is refused. What follows `--` is text.
 *
 * @throws CoAgentError `INPUT_LIMIT` naming the option.
 */
export function prepareOptions(args: readonly string[]): string[] {
  const end = args.indexOf('--');
  const options = end === -1 ? args : args.slice(0, end);
  return [...options.flatMap(prepare), ...(end === -1 ? [] : args.slice(end))];
}

function prepare(arg: string): string[] {
  const { name, value } = OPTION.exec(arg)?.groups ?? {};
  if (name === undefined) {
    if (LOOKS_LIKE_OPTION.test(arg)) throw noSuchOption(arg, []);
    return [arg];
  }
  if (INHERITED.test(name)) throw noSuchOption(name, []);
  if (value === '') throw valueMissing(name);
  return value !== undefined && LINE_END.test(value) ? [name, value] : [arg];
}
