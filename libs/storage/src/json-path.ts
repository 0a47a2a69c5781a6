import { placeOf } from './json-fault.js';
import type { TextPlace } from './json-fault.js';
import { stepsIn } from './json-walk.js';
import type { OpenValue } from './json-walk.js';

/**
 * Where the value at `path` stands in a JSON text: its name, or its beginning where it is an entry of a list. Of a name that
 * stands there twice the last counts, as for `JSON.parse`. Where there is nothing at `path`, it is the innermost on the way
 * to it; where there is nothing on the way or `path` is empty, the beginning of the whole. For a text that is JSON; nests as
 * deep as it likes. Pure.
 */
export function placeOfJsonPath(text: string, path: readonly PropertyKey[]): TextPlace {
  let found = Math.max(0, text.search(/[^\s]/));
  for (const { open, offset } of stepsIn(text)) if (isOnTheWay(open, path)) found = offset;
  return placeOf(text, found);
}

function isOnTheWay(open: readonly OpenValue[], path: readonly PropertyKey[]): boolean {
  return open.every(({ at }, depth) => at === path[depth]);
}
