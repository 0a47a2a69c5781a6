import { markOf } from './credential-formats.js';

/**
 * How much may stand between `-----BEGIN … PRIVATE KEY-----` and the key itself (armour headers, blank lines), or
 * between two lines of a key, in UTF-16 code units. More, and it is no key. Nothing longer is ever held back.
 */
export const KEY_GAP_MAX_CHARS = 2048;

/** Passes lines through and puts one mark in the place of each private key. */
export interface PrivateKeyFilter {
  /** Takes the next line, with its line break if it has one; returns what is decided by now. */
  readonly line: (text: string) => string;
  /** Returns what was held back. The filter is as new after it. */
  readonly end: () => string;
}

const MARK = markOf('private-key');
const BEGIN = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----/;
const END = /-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----/;

/** How a key starts: a full line of base64, or a cut one that opens as DER or OpenSSH keys do. */
const KEY_START = '(?:[A-Za-z0-9+/]{40}|(?:M[A-Z]|b3BlbnNz)[A-Za-z0-9+/]{14})';
const HOLDS_KEY = new RegExp(`(?<![A-Za-z0-9+/])${KEY_START}`);
/** A key behind its marker on one line, as in JSON, without its end. */
const KEY_BEHIND_MARKER = new RegExp(
  `^(?:\\\\[nrt]|[\\s"'\`])*(?=${KEY_START})[A-Za-z0-9+/=]+(?:(?:\\\\[nrt])+[A-Za-z0-9+/=]+)*`,
);
const FULL_LINE = /[A-Za-z0-9+/]{40}/;
/** One word, perhaps numbered, quoted or listed, but none of a language: how a key goes on and ends. */
const ONE_WORD =
  /^[^\w/+=]*(?:\d+[^\w/+=]+)?(?![A-Z]?[a-z]+[^\w/+=]*$)[A-Za-z0-9+/=]+(?:\\[nrt]|[^\w/+=]|\+(?=\s))*$/;
const NO_WORD = /^(?:\\[nrt]|\W)*$/;
const ARMOUR_HEADER = /^\W*[A-Z][\w-]*: [^\n]*\n?$/;
const AFTER_WORD = /(?<![^\w/+=])[^\w/+=]*$/;

/**
 * Replaces private keys in PEM or OpenPGP armour, line by line: whole ones, and ones whose end is missing. A key of any
 * length needs no memory: once its first line is seen, the rest is dropped as it comes, up to the `END` marker or to
 * the first line that is no key material. The bare markers, as code has them, stay.
 */
export function createPrivateKeyFilter(): PrivateKeyFilter {
  let state: 'outside' | 'waiting' | 'inside' = 'outside';
  /** Waiting: everything from the marker on. Inside: what stood behind the last word of the key. */
  let held = '';

  function outside(line: string): string {
    state = 'outside';
    held = '';
    const begin = BEGIN.exec(line);
    if (!begin) return line;
    const head = line.slice(0, begin.index);
    const rest = line.slice(begin.index + begin[0].length);
    const end = END.exec(rest);
    if (end) {
      const body = rest.slice(0, end.index);
      return head + (HOLDS_KEY.test(body) ? MARK : begin[0] + body + end[0]) + outside(after(end, rest));
    }
    const key = KEY_BEHIND_MARKER.exec(rest);
    if (key) return head + MARK + behindKey(after(key, rest));
    if (!NO_WORD.test(rest)) return head + begin[0] + outside(rest);
    state = 'waiting';
    held = begin[0] + rest;
    return head;
  }

  function behindKey(rest: string): string {
    if (!NO_WORD.test(rest)) return outside(rest);
    state = 'inside';
    held = rest;
    return '';
  }

  function waiting(line: string): string {
    if (HOLDS_KEY.test(line)) return MARK + inside(line);
    return (NO_WORD.test(line) || ARMOUR_HEADER.test(line)) && hold(line) ? '' : release(line);
  }

  function inside(line: string): string {
    const end = END.exec(line);
    if (end) return outside(after(end, line));
    if (NO_WORD.test(line)) return hold(line) ? '' : release(line);
    // Behind a blank line a single word is more likely the text going on.
    const keyGoesOn = FULL_LINE.test(line) || (ONE_WORD.test(line) && !/\n\s*\n$/.test(held));
    return keyGoesOn ? behindKey(AFTER_WORD.exec(line)?.[0] ?? '') : release(line);
  }

  function hold(line: string): boolean {
    if (held.length + line.length > KEY_GAP_MAX_CHARS) return false;
    held += line;
    return true;
  }

  function release(line: string): string {
    const text = held;
    return text + outside(line);
  }

  const step = { outside, waiting, inside };
  return { line: (text) => step[state](text), end: () => release('') };
}

function after(match: RegExpExecArray, text: string): string {
  return text.slice(match.index + match[0].length);
}
