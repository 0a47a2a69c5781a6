import { markOf } from './credential-formats.js';
import { secureText } from './secure-text.js';

/** What {@link redactDiagnostic} has to know. */
export interface DiagnosticContext {
  /** The home of the user, as the system spells it. Shown as `~`. */
  readonly homeDirectory: string;
}

/**
 * The function for logs, errors, standard error and issue texts: `secureText`, and besides the values that stand
 * behind a telling name (`password: x`, `API_KEY=x`, `--token x`, `Authorization: x`, `Cookie: x`), the user part of
 * URLs, and home folders, the user's own and those of others, which become `~`. It redacts rather too much than too
 * little: an answer to the user does not pass here.
 */
export async function redactDiagnostic(text: string, { homeDirectory }: DiagnosticContext): Promise<string> {
  return (await secureText(text))
    .replace(HEADER, `$<name>${markOf('header')}`)
    .replace(URL_USER, `$<scheme>${markOf('url-user')}@`)
    .replace(ASSIGNMENT, `$<name>$<quote>${markOf('secret')}`)
    .replace(OPTION, `$<name>$<quote>${markOf('secret')}`)
    .replace(pathPattern(homeDirectory), '~')
    .replace(HOMES, '~');
}

/** An opening quote as code, JSON, or JSON within JSON has it. */
const QUOTE = '\\\\*["\'`]';
/** Neither a mark of ours nor one of `redactPublic`, which stands alone. */
const NOT_MARKED = '(?!\\[redacted: |\\[(?:path|code|name|address|secret)\\](?=[\\s.,;:!?)"\'`]|$))';
const KEYWORD =
  '(?:passw(?:or)?d|passphrase|(?<=_)pass|secrets?|token|api[ _-]?key|(?:access|account|auth|client|encryption|private|secret|signing)[_-]?key)';
/** Up to the same quote, or to the end of the word. Words that say that there is no value are worth keeping. */
const VALUE = `(?:(?<quote>${QUOTE})${NOT_MARKED}(?:(?!\\k<quote>)(?:\\\\.|[^\\n]))+|${NOT_MARKED}(?!${QUOTE}|(?:null|undefined|true|false)\\b)[^\\s"'\`]+)`;

const ASSIGNMENT = new RegExp(`(?<name>${KEYWORD}(?:${QUOTE})?[ \\t]*(?:=>|:|=(?!>))[ \\t]*)${VALUE}`, 'gi');
const OPTION = new RegExp(`(?<name>(?<![\\w-])--[\\w-]{0,40}${KEYWORD}[ \\t]+(?!-))${VALUE}`, 'gi');
/** The whole value: up to a quote or the end of the line. */
const HEADER = new RegExp(
  `(?<name>\\b(?:(?:proxy-)?authorization|(?:set-)?cookie)(?:${QUOTE})?[ \\t]*[:=][ \\t]*(?:${QUOTE})?)${NOT_MARKED}[^\\s"'\`\\\\][^"'\`\\\\\\n]*`,
  'gi',
);
const URL_USER = /(?<scheme>\b[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/?#"'`<>[\]]+@/gi;

const HOMES = homesPattern();

/** `/home/x`, `/Users/x`, `C:\Users\x`, and the last as Git Bash (`/c/Users/x`), WSL and JSON spell it. */
function homesPattern(): RegExp {
  const name = '[^\\s/\\\\:"\'`<>|,;(){}[\\]]*[^\\s/\\\\:"\'`<>|,;(){}[\\].]';
  const nameWithSpaces = '[^/\\\\:*?"<>|\\n]+(?=[/\\\\])';
  return new RegExp(
    `(?<![\\w.@~-])(?:(?:(?:/mnt)?/[A-Za-z])?/(?:home|Users)/${name}|[A-Za-z]:[/\\\\]+[Uu]sers[/\\\\]+(?:${nameWithSpaces}|${name}))`,
    'g',
  );
}

/** `path` as a whole, however its separators are spelt. Matches nothing if `path` is empty or a root. */
function pathPattern(path: string): RegExp {
  const parts = path.split(/[/\\]+/).filter((part) => part !== '');
  if (parts.length === 0 || /^[A-Za-z]:[/\\]*$/.test(path)) return /(?!)/;
  const separator = '[/\\\\]{1,4}';
  const literal = parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join(separator);
  const start = path.startsWith('/') ? '/' : path.startsWith('\\') ? separator : '';
  return new RegExp(`(?<![\\w.@~-])${start}${literal}(?![\\w-]|\\.\\w)`, 'g');
}
