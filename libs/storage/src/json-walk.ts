import { createScanner } from 'jsonc-parser';

/** A record or list that is open at some point of a text. */
export interface OpenValue {
  /** The names of a record so far; absent for a list. */
  readonly names?: Set<string>;
  /** The name, or the place in a list, that is being read. */
  at: string | number;
}

/** A name of a record, or an entry of a list. */
export interface JsonStep {
  /** What is open, from the outside in: together they say which name or entry it is. Changes with the next step. */
  readonly open: readonly OpenValue[];
  /** Where it begins in the text. */
  readonly offset: number;
  /** Whether the record has had this name before. */
  readonly isRepeated: boolean;
}

interface Token {
  /** Its first character. */
  readonly mark: string;
  readonly offset: number;
  /** What a string says. */
  readonly string?: string;
}

/**
 * Every name and every entry of a JSON text, in its order. For a text that is JSON; it may nest as deep as it likes, since
 * nothing recurses (jsonc-parser 3.3). Pure.
 */
export function* stepsIn(text: string): Iterable<JsonStep> {
  const open: OpenValue[] = [];
  let before: Token | undefined;
  for (const token of tokensIn(text)) {
    const step = stepAt(open, token, before);
    if (step !== undefined) yield step;
    advance(open, token.mark);
    before = token;
  }
}

function* tokensIn(text: string): Iterable<Token> {
  const scanner = createScanner(text, true);
  for (;;) {
    scanner.scan();
    const offset = scanner.getTokenOffset();
    const mark = text[offset];
    if (mark === undefined) return;
    yield mark === '"' ? { mark, offset, string: scanner.getTokenValue() } : { mark, offset };
  }
}

function stepAt(open: readonly OpenValue[], token: Token, before: Token | undefined): JsonStep | undefined {
  const inner = open.at(-1);
  if (inner?.names !== undefined) return token.mark === ':' ? namedStep(open, inner, before) : undefined;
  const isEntry = inner !== undefined && token.mark !== ',' && token.mark !== ']';
  return isEntry ? { open, offset: token.offset, isRepeated: false } : undefined;
}

function namedStep(
  open: readonly OpenValue[],
  inner: OpenValue,
  name: Token | undefined,
): JsonStep | undefined {
  if (name?.string === undefined) return undefined;
  const isRepeated = inner.names?.has(name.string) ?? false;
  inner.names?.add(name.string);
  inner.at = name.string;
  return { open, offset: name.offset, isRepeated };
}

function advance(open: OpenValue[], mark: string): void {
  const inner = open.at(-1);
  if (mark === '{') open.push({ names: new Set(), at: '' });
  else if (mark === '[') open.push({ at: 0 });
  else if (mark === '}' || mark === ']') open.pop();
  else if (mark === ',' && typeof inner?.at === 'number') inner.at += 1;
}
