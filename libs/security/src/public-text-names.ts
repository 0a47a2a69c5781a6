/** Names that say whose text it is, as they are looked for in words. All of it in small letters. */
export interface PrivateNames {
  /** Whole names and parts of them, without what joins parts: `janedoe`, `jane`. */
  readonly names: ReadonlySet<string>;
  /** Length of the longest of them, in characters. */
  readonly longest: number;
}

/** Shortest name that is looked for, in characters, and fewest letters of a part of one: shorter ones are parts of any text. */
const NAME_MIN_CHARACTERS = 3;
/** Longest name that is looked for, in characters: what is longer is no word, and is left out anyway. */
const NAME_MAX_CHARACTERS = 64;

/** Names that are everybody's, and words that are in any report: alone, or as parts of longer names, they say nothing of anybody. */
const COMMON_NAMES = new Set(
  [
    'root user admin home local localdomain lan app src main server test tests work code project projects workspace workspaces repo tmp',
    'about account absent after agent agents air all also and any api app apps are asked auth back backend base big bot box bug bugs',
    'build cache call check checks cli client cloud code command company computer config configuration control core corp custom data day debug',
    'default demo desktop dev device docker docs document engine error example expo express extension fail fast file files fix fixed folder for form',
    'found free from frontend full game good group guide has health help home host http imac image index info install internal into issue',
    'json key kit known lab labs language laptop lib library light limit line linux list live load local log login mac macbook machine',
    'main make manager map mcp mini mobile model models module monitor named net network new next node not notebook notes number office old',
    'one online only open other our out own package page parser path pending personal phone plan platform play plugin policy port present',
    'private problem pro process prod product production profile program project prompt proxy public python read ready report request review root route rule',
    'run rust sandbox script search secret secure security server service session set settings setup shop short show simple site skill',
    'small source stage staging start state stop store studio support sync system task team template test text that the them then there',
    'they this time token tool tools tracker turn two type ubuntu under update use user util verified version view web website when windows with',
    'work worker workspace write you your',
  ].flatMap((line) => line.split(' ')),
);

/** Reads the names that are not to be told: each whole, and the parts of it that are nobody else's word. Pure. */
export function privateNamesOf(given: readonly string[], publicWords: ReadonlySet<string>): PrivateNames {
  const isOurs = (name: string) => publicWords.has(name);
  const names = given
    .map((name) => name.normalize('NFKC').toLowerCase())
    .flatMap((name) => [...wholeOf(name, isOurs), ...partsWorthHiding(name, isOurs)])
    .filter((name) => name.length <= NAME_MAX_CHARACTERS);
  return { names: new Set(names), longest: Math.max(0, ...names.map(({ length }) => length)) };
}

const JOINTS = /[^\p{L}\p{M}\p{N}]+/u;
const partsOf = (name: string) => name.split(JOINTS).filter((part) => part !== '');

function wholeOf(name: string, isOurs: (name: string) => boolean): string[] {
  const whole = partsOf(name).join('');
  const isCommon = [name, whole].some((each) => isOurs(each) || COMMON_NAMES.has(each));
  return isCommon || whole.length < NAME_MIN_CHARACTERS ? [] : [whole];
}

function partsWorthHiding(name: string, isOurs: (name: string) => boolean): string[] {
  const isWorth = (part: string) =>
    (part.match(/\p{L}/gu) ?? []).length >= NAME_MIN_CHARACTERS && !isOurs(part) && !COMMON_NAMES.has(part);
  const parts = partsOf(name);
  return parts.length < 2 ? [] : parts.filter(isWorth);
}

/**
 * Whether a word holds one of the names: as one of its parts, or as several that follow each other, whatever joins them. Takes time
 * that grows with the length of the word, and with that of the longest name. Pure.
 */
export function holdsName(word: string, { names, longest }: PrivateNames): boolean {
  const parts = partsOf(word.toLowerCase());
  return parts.some((_, start) => {
    let run = '';
    for (let end = start; end < parts.length && run.length < longest; end++) {
      run += parts[end] ?? '';
      if (names.has(run)) return true;
    }
    return false;
  });
}
