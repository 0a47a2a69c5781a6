import { isCodeLine } from './public-text-code.js';
import { markOfToken } from './public-text-token.js';
import type { TokenContext } from './public-text-token.js';
import { isPlainCommand, isPublicMark, PUBLIC_MARKS } from './public-text-words.js';
import { publicUrl } from './public-url.js';

/** Longest run without a space that is looked at, in characters. */
const TOKEN_MAX_CHARACTERS = 500;
/** Most words between two parts of a path that are taken for words of the path. */
const PATH_GAP_MAX_WORDS = 4;
/** Most words behind a path of Windows that are taken for its end. */
const PATH_TAIL_MAX_WORDS = 3;
/** Words that names of folders hardly hold, and sentences do: behind a path they are of the sentence. */
const PREDICATES = new Set('is are was were has have had fails failed does did can cannot could'.split(' '));
/** Fewest words of a line that would have to be left out for the line to go. */
const CODE_WORDS_MIN = 2;

const QUOTED = /"[^"\n]{1,400}"|“[^”\n]{1,400}”|(?<![\p{L}\d])'[^'\n]{1,400}'(?![\p{L}\d])/gu;
/** Fewest words before a record of JSON at the end of a line for what is said of it to stay. */
const JSON_HEAD_MIN_WORDS = 3;
/** Frames of a stack that stand in one line with the error: `at name (file:1:2)`. */
const INLINE_FRAME = /(?<!\S)at (?:(?:async|new) )?\S{1,200} \([^\s()]{1,300}:\d{1,7}\)/g;
/** Numbers as cards have them, in groups. */
const NUMBER_GROUPS = /(?<![\p{L}\d.-])\d{4}(?:[ \t]{1,3}\d{4}){2,}(?:[ \t]{1,3}\d{1,3})?(?![\p{L}\d])/gu;
const PATH_SIGN = /[/\\]/;
/** What addresses, names and paths are made of. */
const PURE = /^[\w.~@:%+/\\[\]-]*$/;
/** A command of ours in backticks, with the spaces in it, or a word. */
const TOKENS = /[("'“‘]*`[^`]*`\S*|\S+/g;
const IN_PUNCTUATION = /^([("'“‘«*_]*)(.*?)([)"'”’»*_.,;:!?…]*)$/s;
const PLURAL = /^([("'“‘«*_]*)(\p{L}+)(\(e?s\)[)"'”’»*_.,;:!?…]*)$/u;

/** A word of a line, and what it is shown as. */
interface Token {
  readonly before: string;
  readonly word: string;
  readonly behind: string;
  readonly shown: string;
}

/**
 * One line of prose as it may be published; undefined where it is code rather than prose, or mostly what must be left out. Pure;
 * takes time that grows with the length of the line.
 */
export function publicProse(line: string, context: TokenContext): string | undefined {
  const [, bullet = '', text = ''] = /^(- )?(.*)$/s.exec(line) ?? [];
  const withoutQuoted = withoutJson(text)
    .replace(INLINE_FRAME, PUBLIC_MARKS.code)
    .replace(NUMBER_GROUPS, PUBLIC_MARKS.code)
    .replace(QUOTED, (quoted) => (PATH_SIGN.test(quoted) ? PUBLIC_MARKS.path : quoted));
  const tokens = (withoutQuoted.match(TOKENS) ?? []).map((word) => readToken(word, context));
  if (isCodeLine(tokens.map(masked).join(' ')) || isMostlyCode(tokens)) return undefined;
  const shown = joinMarks(joinPaths(tokens)).map(textOf).join(' ');
  return shown === PUBLIC_MARKS.code ? shown : bullet + shown;
}

/** The line with a mark in the place of a record of JSON that ends it, such as what a server answered. */
function withoutJson(line: string): string {
  const start = line.search(/\{\s*"/);
  if (start === -1 || !/\}[.,;]?$/.test(line)) return line;
  const said = line.slice(0, start);
  return said.split(' ', JSON_HEAD_MIN_WORDS + 1).length > JSON_HEAD_MIN_WORDS
    ? said + PUBLIC_MARKS.code
    : line;
}

function readToken(text: string, context: TokenContext): Token {
  if (text.length > TOKEN_MAX_CHARACTERS)
    return { before: '', word: '', behind: '', shown: PUBLIC_MARKS.code };
  const [, before = '', word = '', behind = ''] = PLURAL.exec(text) ?? IN_PUNCTUATION.exec(text) ?? [];
  return { before, word, behind, shown: shownAs(word, context) };
}

function shownAs(word: string, context: TokenContext): string {
  if (isCommand(word)) return word;
  if (/^file:/i.test(word)) return PUBLIC_MARKS.path;
  if (/^www\.|:\/\//i.test(word)) return publicUrl(word, context.privateNames) ?? PUBLIC_MARKS.address;
  return markOfToken(word, context) ?? word;
}

const isCommand = (word: string) => /^`.*`$/.test(word) && isPlainCommand(word.slice(1, -1));

/** The word as it is judged whether its line is code: addresses and paths hold signs of code, and are none. */
function masked({ before, word, behind, shown }: Token): string {
  const isElse = shown !== word && shown !== PUBLIC_MARKS.code && (/:\/\//.test(word) || PURE.test(word));
  return before + (isElse || isCommand(word) ? PUBLIC_MARKS.path : word) + behind;
}

function isMostlyCode(tokens: readonly Token[]): boolean {
  const codes = tokens.filter(({ word, shown }) => shown === PUBLIC_MARKS.code && word !== shown).length;
  return codes >= CODE_WORDS_MIN && codes * 3 >= tokens.length;
}

const textOf = ({ before, shown, behind }: Token) => before + shown + behind;

/** Words that stand within a path with spaces, or at its end, go with it. */
function joinPaths(tokens: readonly Token[]): Token[] {
  const ends = { middle: lastOfEach(tokens, isInnerPart), file: lastOfEach(tokens, isFileEnd) };
  const joined: Token[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined) break;
    if (isPath(token)) index = endOfPath(tokens, index, ends);
    const last = tokens[index] ?? token;
    joined.push(last === token ? token : { ...token, behind: last.behind });
  }
  return joined;
}

const isPath = ({ shown, word }: Token) => shown === PUBLIC_MARKS.path && word !== shown;
/** Whether a word goes on with a path: it has a separator, and no beginning of a path. */
const isInnerPart = (token: Token) => isPath(token) && /^[^/\\~.%:][^/\\:]*[/\\]/.test(token.word);
const isFileEnd = ({ shown, word }: Token) => shown === PUBLIC_MARKS.name && FILE_END.test(word);
const FILE_END = /\.\p{L}\w{0,7}$/u;

/** For each word the last one behind it that `matches`, as far as a path may go on from word to word; -1 where there is none. */
function lastOfEach(tokens: readonly Token[], matches: (token: Token) => boolean): readonly number[] {
  const last = tokens.map(() => -1);
  for (let index = tokens.length - 2; index >= 0; index--) {
    const next = tokens[index + 1];
    if (next === undefined || PREDICATES.has(next.word) || !goesOn(tokens[index])) continue;
    const behind = last[index + 1] ?? -1;
    last[index] = behind === -1 && matches(next) ? index + 1 : behind;
  }
  return last;
}

/** Where the paths that are written with spaces end, for each word that one may begin with. */
interface PathEnds {
  readonly middle: readonly number[];
  readonly file: readonly number[];
}

/** Index of the last word of the path that begins at `start`. */
function endOfPath(tokens: readonly Token[], start: number, { middle, file }: PathEnds): number {
  const isWindows = /^(?:[A-Za-z]:|[/\\]{2})/.test(tokens[start]?.word ?? '');
  let end = Math.max(start, middle[start] ?? start);
  for (let index = end + 1; index <= end + PATH_GAP_MAX_WORDS && goesOn(tokens[index - 1]); index++) {
    if (tokens[index]?.shown === PUBLIC_MARKS.path) end = Math.max(index, middle[index] ?? index);
  }
  const fileEnd = file[end] ?? -1;
  if (fileEnd > end && (isWindows || fileEnd <= end + PATH_GAP_MAX_WORDS)) return fileEnd;
  const mostWords = isWindows ? PATH_TAIL_MAX_WORDS : PATH_GAP_MAX_WORDS;
  for (
    let words = 0;
    words < mostWords && goesOn(tokens[end]) && mayEndPath(tokens[end + 1], isWindows);
    words++
  )
    end++;
  return end;
}

/** Whether a path may go on behind a word of it. */
function goesOn(token: Token | undefined): boolean {
  return token !== undefined && /^,?$/.test(token.behind) && !/\.\w{1,8}$/.test(token.word);
}

function mayEndPath(token: Token | undefined, isWindows: boolean): boolean {
  if (token === undefined || isPublicMark(token.word) || PREDICATES.has(token.word)) return false;
  return isWindows
    ? /^\p{L}/u.test(token.word) && !/^\p{Lu}{2}/u.test(token.word)
    : /^\p{Lu}\p{Ll}/u.test(token.word);
}

/** One mark for several alike that follow each other. */
function joinMarks(tokens: readonly Token[]): Token[] {
  const joined: Token[] = [];
  for (const token of tokens) {
    const last = joined.at(-1);
    const isRepeated =
      last !== undefined && last.behind === '' && token.before === '' && last.shown === token.shown;
    if (isRepeated && isPublicMark(token.shown))
      joined[joined.length - 1] = { ...token, before: last.before };
    else joined.push(token);
  }
  return joined;
}
