type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end' | 'nothing';

interface Token {
  /** The mark itself, or what it is. */
  readonly kind: string;
  readonly end: number;
}

const SPACE = /[ \t\n\r]*/y;
const WORD = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?|true|false|null/y;
/** What stands for itself in a string. */
const PLAIN = /[ !#-[\]-\u{10FFFF}]*/uy;
const ESCAPED = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;

/**
 * The offset of the first token that breaks the grammar of JSON (RFC 8259), or of the end of the text if something is
 * missing there; `undefined` if `text` is JSON. `JSON.parse` of Node 24 tells no place for most faults, and repeats
 * parts of the text, which may hold a secret.
 */
export function findJsonFault(text: string): number | undefined {
  const open: string[] = [];
  let expected: Expected = 'value';
  let offset = 0;
  for (;;) {
    offset = endOf(SPACE, text, offset) ?? offset;
    if (expected === 'nothing') return offset === text.length ? undefined : offset;
    const token = tokenAt(text, offset);
    const next: Expected | undefined = token && step(expected, token.kind, open);
    if (!token || !next) return offset;
    expected = next;
    offset = token.end;
  }
}

/** Line and column, both from 1, of an offset. */
export function placeOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

function step(expected: Expected, kind: string, open: string[]): Expected | undefined {
  switch (expected) {
    case 'value':
    case 'value or ]':
      if (kind === 'string' || kind === 'word') return behindValue(open);
      if (kind === '{' || kind === '[') return behindOpening(kind, open);
      return expected === 'value or ]' && kind === ']' ? behindClosing(open) : undefined;
    case 'key':
    case 'key or }':
      if (kind === 'string') return ':';
      return expected === 'key or }' && kind === '}' ? behindClosing(open) : undefined;
    case ':':
      return kind === ':' ? 'value' : undefined;
    case ', or end':
      if (kind === ',') return open.at(-1) === '{' ? 'key' : 'value';
      return kind === (open.at(-1) === '{' ? '}' : ']') ? behindClosing(open) : undefined;
    case 'nothing':
      return undefined;
  }
}

function behindOpening(kind: '{' | '[', open: string[]): Expected {
  open.push(kind);
  return kind === '{' ? 'key or }' : 'value or ]';
}

function behindClosing(open: string[]): Expected {
  open.pop();
  return behindValue(open);
}

function behindValue(open: readonly string[]): Expected {
  return open.length === 0 ? 'nothing' : ', or end';
}

function tokenAt(text: string, offset: number): Token | undefined {
  const first = text.charAt(offset);
  if (/[{}[\],:]/.test(first)) return { kind: first, end: offset + 1 };
  const kind = first === '"' ? 'string' : 'word';
  const end = kind === 'string' ? endOfString(text, offset) : endOf(WORD, text, offset);
  return end === undefined ? undefined : { kind, end };
}

function endOfString(text: string, offset: number): number | undefined {
  let at: number | undefined = offset + 1;
  while (at !== undefined) {
    at = endOf(PLAIN, text, at) ?? at;
    if (text.charAt(at) === '"') return at + 1;
    at = endOf(ESCAPED, text, at);
  }
  return undefined;
}

function endOf(pattern: RegExp, text: string, offset: number): number | undefined {
  pattern.lastIndex = offset;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
