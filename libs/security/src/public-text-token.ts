import { holdsName } from './public-text-names.js';
import type { PrivateNames } from './public-text-names.js';
import { isPublicMark, PLAIN_WORDS, PUBLIC_MARKS } from './public-text-words.js';
import type { PublicMark } from './public-text-words.js';

/** What a word of prose is judged by. */
export interface TokenContext {
  /** Names of people, machines and folders. */
  readonly privateNames: PrivateNames;
  /** Words to keep as they are. */
  readonly publicWords: ReadonlySet<string>;
}

/** Longest word, in characters; of parts joined by hyphens, of all of them. Keys are longer. */
export const WORD_MAX_CHARACTERS = 24;
const JOINED_WORD_MAX_CHARACTERS = 40;
/** Longest run of a script that puts no spaces between words. */
const UNSPACED_MAX_CHARACTERS = 400;
/** Most digits of a number. Telephone numbers and those of accounts have more. */
const NUMBER_MAX_DIGITS = 6;

const WORD = /^\p{L}[\p{L}\p{M}]*(?:['’-]\p{L}[\p{L}\p{M}]*)*$/u;
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{M}ー、。]+$/u;
/** A capital behind a small letter, as names in code have it. */
const INNER_CAPITAL = /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}{2}/u;
const SYMBOLS = /^[-–—…&()[\]"'“”‘’.,;:!?·•✓✗]*$/;
const VERSION =
  /^v?\d{1,5}(?:\.\d{1,6}){1,2}(?:-(?:alpha|beta|rc|preview|next|canary|dev)(?:\.\d{1,4}){0,2})?$/;
const QUANTITY =
  /^[<>~≤≥+-]?\d{1,6}(?:[.,]\d{1,6})?(?:ns|us|ms|s|m|h|d|w|min|B|[kKMGT]i?B|k|x|×|%|st|nd|rd|th|USD|°C)?$/;
const TIME = /^\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?$/;
const DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?Z?)?$/;
const FRACTION = /^\d{1,3}\/\d{1,3}$/;
const IP_V4 = /^\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?(?:\/\d+)?$/;
const IP_V6_OR_MAC = /^\[?[0-9a-f]{0,4}(?:[:-][0-9a-f]{0,4}){2,}(?:%\w+)?(?:\/\d+)?\]?(?::\d+)?$/i;

/** What to show in the place of a word; undefined: the word itself. Its punctuation has been taken off. Pure. */
export function markOfToken(
  token: string,
  { privateNames, publicWords }: TokenContext,
): PublicMark | undefined {
  if (isPublicMark(token) || SYMBOLS.test(token)) return undefined;
  if (privateNames.names.has(token.toLowerCase())) return PUBLIC_MARKS.name;
  if (publicWords.has(token) || PLAIN_WORDS.has(token)) return undefined;
  if (token.includes('@')) return PUBLIC_MARKS.address;
  if (TIME.test(token) || DATE.test(token) || FRACTION.test(token) || isNumber(token)) return undefined;
  if (IP_V4.test(token) || IP_V6_OR_MAC.test(token)) return PUBLIC_MARKS.address;
  if (/[/\\]|^[.~]/.test(token)) return PUBLIC_MARKS.path;
  if (isWord(token)) return holdsName(token, privateNames) ? PUBLIC_MARKS.name : undefined;
  if (/^[\w-]+(?:\.[\w-]+)+(?::\d+)?$/.test(token)) return PUBLIC_MARKS.name;
  return PUBLIC_MARKS.code;
}

function isNumber(token: string): boolean {
  return (
    VERSION.test(token) || (QUANTITY.test(token) && token.replace(/\D/g, '').length <= NUMBER_MAX_DIGITS)
  );
}

function isWord(token: string): boolean {
  if (UNSPACED.test(token)) return token.length <= UNSPACED_MAX_CHARACTERS;
  const parts = token.split('-');
  return (
    token.length <= JOINED_WORD_MAX_CHARACTERS &&
    WORD.test(token) &&
    parts.every((part) => part.length <= WORD_MAX_CHARACTERS) &&
    parts.every((part) => !INNER_CAPITAL.test(part) || PLAIN_WORDS.has(part))
  );
}
