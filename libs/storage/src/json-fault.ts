import { parse } from 'jsonc-parser';
import type { ParseError } from 'jsonc-parser';

/** A place in a text: line and column from 1, the column in UTF-16 code units. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/**
 * Where a text stops being JSON; `undefined` where it does not, or where it nests too deep to tell. `JSON.parse` of Node
 * 24 tells no place for most faults, and repeats parts of the text, which may hold a secret.
 */
export function placeOfJsonFault(text: string): TextPlace | undefined {
  const [first] = faultsIn(text);
  return first === undefined ? undefined : placeOf(text, first.offset);
}

/** jsonc-parser 3.3 recurses: some ten thousand levels exhaust the stack. */
function faultsIn(text: string): readonly ParseError[] {
  const errors: ParseError[] = [];
  try {
    parse(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
    return errors;
  } catch {
    return [];
  }
}

/** The place of the character at `offset`. Pure. */
export function placeOf(text: string, offset: number): TextPlace {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
