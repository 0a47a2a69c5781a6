import { createScanner } from 'jsonc-parser';

/** A record or list that is open at some point of a text. */
interface Open {
  /** The names of a record so far; absent for a list. */
  readonly names?: Set<string>;
  /** The name or place that is being read. */
  at: string | number;
}

/**
 * The way to the first name that stands twice in one record of a JSON text, of those that make up the value called `top` in
 * the outermost record: `top` itself, and all below it. `JSON.parse` takes the last and tells nobody. Undefined where there is
 * none. For a text that is JSON; nests as deep as it likes. Pure.
 */
export function duplicateKeyIn(text: string, top: string): readonly (string | number)[] | undefined {
  const open: Open[] = [];
  let name: string | undefined;
  for (const { mark, string } of tokensIn(text)) {
    const inner = open.at(-1);
    if (mark === ':' && inner?.names !== undefined && name !== undefined) {
      inner.at = name;
      if (inner.names.has(name) && open[0]?.at === top) return open.map(({ at }) => at);
      inner.names.add(name);
    }
    name = string;
    step(open, mark);
  }
  return undefined;
}

/** Each token by its first character, strings with what they say. Recurses nowhere (jsonc-parser 3.3). */
function* tokensIn(text: string): Iterable<{ readonly mark: string; readonly string?: string }> {
  const scanner = createScanner(text, true);
  for (;;) {
    scanner.scan();
    const mark = text[scanner.getTokenOffset()];
    if (mark === undefined) return;
    yield mark === '"' ? { mark, string: scanner.getTokenValue() } : { mark };
  }
}

function step(open: Open[], mark: string): void {
  const inner = open.at(-1);
  if (mark === '{') open.push({ names: new Set(), at: '' });
  else if (mark === '[') open.push({ at: 0 });
  else if (mark === '}' || mark === ']') open.pop();
  else if (mark === ',' && typeof inner?.at === 'number') inner.at += 1;
}
