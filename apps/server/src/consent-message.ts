import type { ConsentQuestion } from '@coagent8/contracts';
import { consentLines } from '@coagent8/models';

/** Most characters of a name that a form shows whole; a longer one, which no model can have, loses its middle. */
export const NAME_MAX_CHARACTERS = 256;
/** Most characters of a sentence of another room that a form shows. */
export const SENTENCE_MAX_CHARACTERS = 600;

/** What a form says: who would run, why the user is asked, what it costs and where that is known from. Pure. */
export function consentMessage(question: ConsentQuestion): string {
  return consentLines(question, { name: safeName, sentence: safeSentence }).join('\n');
}

/**
 * A name as a form can show it: what could be read as markup, as a link, as another letter or as nothing stands there as
 * the hexadecimal numbers of its bytes, as in an address. Two names of {@link NAME_MAX_CHARACTERS} or less never look the
 * same. Pure.
 */
export function safeName(name: string): string {
  return cut(name, NAME_MAX_CHARACTERS).toWellFormed().replaceAll(MISLEADING, inHexadecimal);
}

/** All but plain letters, digits and marks; a colon that makes an address; an underscore that could slant what it encloses. */
const MISLEADING = /[^\w.:/@+[\]-]|:(?=\/\/)|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/gu;

const inHexadecimal = (text: string) =>
  Buffer.from(text).toString('hex').replaceAll(/../g, '%$&').toUpperCase();

/** A sentence of another room on one line, without what a client could take for markup. */
function safeSentence(sentence: string): string {
  const plain = sentence
    .toWellFormed()
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .replaceAll(/[<>`*\\|]|\]\(/g, '?')
    .trim();
  return cut(plain, SENTENCE_MAX_CHARACTERS);
}

/** `text` with "..." in the place of what is too much in its middle. */
function cut(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const half = (maxCharacters - 3) / 2;
  return `${text.slice(0, Math.ceil(half))}...${text.slice(text.length - Math.floor(half))}`;
}
