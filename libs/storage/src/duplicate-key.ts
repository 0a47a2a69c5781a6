import { placeOf } from './json-fault.js';
import type { TextPlace } from './json-fault.js';
import { stepsIn } from './json-walk.js';

/** A name that stands twice in one record. */
export interface DuplicateKey {
  /** The way to it, from the outside in. */
  readonly path: readonly (string | number)[];
  /** Where it stands for the second time. */
  readonly place: TextPlace;
}

/**
 * The first name that stands twice in one record of a JSON text, of those that make up the value called `top` in the
 * outermost record: `top` itself, and all below it. `JSON.parse` takes the last and tells nobody. Undefined where there is
 * none. For a text that is JSON; nests as deep as it likes. Pure.
 */
export function duplicateKeyIn(text: string, top: string): DuplicateKey | undefined {
  for (const { open, offset, isRepeated } of stepsIn(text))
    if (isRepeated && open[0]?.at === top)
      return { path: open.map(({ at }) => at), place: placeOf(text, offset) };
  return undefined;
}
