import { PUBLIC_MARKS } from './public-text-words.js';

/** What a person calls a secret of words alone, before the secret itself. */
const ALWAYS = 'pass(?:word|wd|phrase|code)|pwd|bearer|credential';
const SOMETIMES = 'secret|token|(?:api|access) ?key|access code|pin';
const OPENING = '["\'“‘*_`(]*';
const CLOSING = '["\'”’*_`)-]*';
/** Words that say something of a secret, and are none. */
const HARMLESS = [
  'a about absent accepted again all already also an and any anyway are as asked at authentication auth based been being below but by',
  'can change changed check checked comes correct could count dialog does doesn empty entered error exists expired expires',
  'failed fails field file for found from given good had has have here how if ignored in incorrect input into invalid is it kept',
  'length less limit login made manager managers may means missing must my needed never new no none not nothing now null of off ok old on only or out present',
  'prompt protected protection read refused rejected required requires reset revoked right rotated sent set should so still store stored',
  'such than that the their them then there they this to too undefined unknown unset until unused used user usage valid value was were',
  'when where which while will with without working works would wrong your yet store supplied scheme type tokens',
  'password passwd passphrase passcode pwd bearer credential credentials secret secrets token key pin',
].join(' ');
const NO_SECRET = `(?!(?:${HARMLESS.split(' ').join('|')})(?![\\p{L}\\p{N}]))`;
/** Its last character is a letter or a digit: what may stand behind it, {@link CLOSING} alone takes. */
const WORD = "[\\p{L}\\p{N}](?:['’-]*[\\p{L}\\p{N}])*";

const QUOTED = new RegExp(
  `(?<name>\\b(?:${ALWAYS}|${SOMETIMES})(?: (?:is|was))?:? )(?:"[^"\\n]+"|“[^“”\\n]+”|'[^'\\n]+'|‘[^‘’\\n]+’)`,
  'giu',
);
const SPOKEN = new RegExp(
  `(?<name>\\b(?:(?:${ALWAYS})(?: (?:is|was))?|(?:${SOMETIMES}) (?:is|was)) ${OPENING})${NO_SECRET}${WORD}(?=${CLOSING}(?:[\\s.,;:!?]|$))`,
  'giu',
);

/**
 * The text with a mark in the place of each word, or quoted words, that a person calls a secret: `my password is x`. What
 * only says something of one stays, as far as the common words for that are known. Pure.
 */
export function takeSpokenSecretsOut(text: string): string {
  return text
    .replace(QUOTED, `$<name>${PUBLIC_MARKS.secret}`)
    .replace(SPOKEN, `$<name>${PUBLIC_MARKS.secret}`);
}
