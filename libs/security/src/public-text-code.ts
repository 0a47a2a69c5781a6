import { isPublicMark } from './public-text-words.js';

/** Signs of code that prose does not have, wherever they stand in a line. */
const SIGNS: readonly RegExp[] = [
  /[;{([]$|^[)\]}]|[{}]\S|\S[{}]|^[{}]$/, // statements and blocks
  /["'],\s*["'[]|^[\w$]+: (?:"[^"]*"|'[^']*')$|["']\)?,$|^\S+(?:\s+\S+){0,2},$|^\[["']|\*,| % \(|,\)/, // members of lists
  /=>|->|::|==|!=|<=|>=|:=|\+=|-=|\*=|&&|\|\||\+\+|\?\?|\?\.\w|<-|\$\{|\(\)|\]\(/,
  / = |\w=["'\w[({$-]| [|<>] /,
  /[\w\])]\[|\w\((?!e?s\))/, // subscripts and calls
  /<[/!?]?[a-z]|\/>/i, // tags and types
  /(?<![\w.])\$[\w(]|(?<!\w)@\w+[({]/, // variables, decorators with arguments
  /;\S/,
  /^["'][^"']*["'][ \t]*:|[{,] ?"[^"\s]+": /, // a member of a record
  /\\[nrtux"'\\]/, // escapes
];

/** Ways in which a line of code begins. */
const BEGINNINGS: readonly RegExp[] = [
  /^(?:\/\/|\/\*|\*\/|#!|#include\b|#define\b|#if|--(?=\s|\w|$)|<!--|\$\s|%\s|>>>|\.\.\.\s|\+|-\S|@@|\\)/,
  /^\((?:[^()\s]+\s)[^()]*$/, // a list that opens and goes on
  /^\([^()]+\([^()]*\).*\)$/, // a list of lists
  /^(?:diff --git|index [0-9a-f]{4,}|(?:---|\+\+\+) |(?:new|deleted) file mode|similarity index|rename (?:from|to) |Binary files )/,
];

/** Frames and headings of stack traces: JavaScript, Java, .NET, Python, Go, Rust, Ruby, PHP, C. */
const STACK_FRAMES: readonly RegExp[] = [
  /^at .*[:(]/,
  /^at \S+$/,
  /^File ["“].*line \d+/,
  /^Traceback \(/,
  /^(?:goroutine \d+ |created by )/,
  /^#?\d+:?\s+(?:0x[0-9a-f]+|[\w<].*(?:::|\(|\bin\b))/i,
  /^from .*:\d+/,
  /^Caused by: [\w$]+\.[\w$.]+/,
  /:\d+:\d+\)?$/,
  /\^{2}|^[~^\s]+$/, // what underlines a place
];

/** Words that begin statements and commands. Prose begins with some of them, too. */
const KEYWORDS = new Set(
  [
    'abstract alias as assert async await begin bool break case catch char class const continue def default del do done',
    'double elif else elsif end endif enum esac except export extends extern fi final finally float fn for foreach from',
    'func function global if impl implements import in inline int interface lambda let long loop match mod module mut',
    'namespace new nil null override package pass private protected pub public raise require rescue return self short',
    'signed sizeof static string struct sub super switch template then this throw throws trait try type typedef typeof union',
    'unless unsafe unsigned until use using val var virtual void volatile when where while with yield print println printf',
    'puts echo select insert update delete create drop alter set unset source sudo cd ls rm cp mv mkdir cat grep sed awk',
    'curl wget git npm npx yarn pnpm pip pip3 python python3 node deno bun ruby perl php java javac go cargo make cmake',
    'docker kubectl ssh scp chmod chown kill tar zip unzip brew apt systemctl bash sh zsh env exec eval exit local',
  ].flatMap((line) => line.split(' ')),
);
const SQL =
  /^(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE|ALTER|DROP|WITH|FROM|WHERE|(?:LEFT |INNER )?JOIN|GROUP BY|ORDER BY|VALUES|GRANT|BEGIN|COMMIT)\b/;
/** Fewest words of a line that begins as a statement and is prose all the same. */
const PROSE_MIN_WORDS = 7;
const PLAIN_WORD = /^["'“‘(]?\p{L}[\p{L}'’-]*[)"'”’]?[,.;:!?]*$/u;

/**
 * Whether a line, without the marks of its list or quote, is code, a command or a part of a stack trace rather than prose. In
 * doubt it is. Takes time that grows with the length of the line. Pure.
 */
export function isCodeLine(line: string): boolean {
  return (
    [...SIGNS, ...BEGINNINGS, ...STACK_FRAMES].some((sign) => sign.test(line)) ||
    SQL.test(line) ||
    isStatement(line)
  );
}

/** A statement of words alone, such as `return result`: short, and without the end of a sentence. */
function isStatement(line: string): boolean {
  const words = line.split(/\s+/, PROSE_MIN_WORDS);
  if (!KEYWORDS.has((words[0] ?? '').replace(/[:,(]$/, ''))) return false;
  const isSentence = /[.!?,]["'”’)]?$/.test(line);
  const arePlain = words
    .slice(1)
    .every((word) => PLAIN_WORD.test(word) || isPublicMark(word.replace(/[,.;:!?)]+$/, '')));
  return !arePlain || !(isSentence ? words.length > 2 : words.length >= PROSE_MIN_WORDS);
}
