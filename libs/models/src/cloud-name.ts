import { lastPart } from './identifier.js';

/** How many words before a name are looked behind: a region and a vendor, and one more. */
export const CLOUD_PREFIXES_MAX = 3;

/**
 * Other names that the name of a model in a cloud may hold: of `us.vendor.name-v1:0` it is that without the version, and
 * `vendor.name` and `name` with the version and without. As Amazon Bedrock names models and its regions' profiles (2026-11),
 * also at the end of an ARN. None of a name of another form. A guess: good enough to be careful by, not to allow by. Pure.
 */
export function namesWithin(name: string): readonly string[] {
  const id = lastPart(name).toLowerCase();
  const words = id.split('.');
  const prefixes = prefixesOf(words);
  const version = prefixes > 0 ? VERSION : VERSION_WITH_REVISION;
  return Array.from({ length: prefixes + 1 }, (_, dropped) => words.slice(dropped).join('.'))
    .flatMap((held) => [held, held.replace(version, '')])
    .filter((held) => held !== id && held !== '');
}

/** A version alone may belong to the name; after a vendor, or with a revision, it is the cloud's. */
const VERSION = /-v\d+(?::\w+)*(?=(?:\[[^[\]]*\])?$)/;
const VERSION_WITH_REVISION = /-v\d+(?::\w+)+(?=(?:\[[^[\]]*\])?$)/;

/** How many of the first words are a region or a vendor: letters, and a dash as in `us-gov`. The last is the name's. */
function prefixesOf(words: readonly string[]): number {
  const prefixes = words.slice(0, Math.min(CLOUD_PREFIXES_MAX, words.length - 1));
  const end = prefixes.findIndex((word) => !/^[a-z][a-z-]*$/.test(word));
  return end === -1 ? prefixes.length : end;
}
