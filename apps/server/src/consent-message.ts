import type { BackendId, ConsentQuestion, PriceEvidence } from '@coagent8/contracts';

/** Most characters of a name that a form shows whole; a longer one, which no model can have, loses its middle. */
export const NAME_MAX_CHARACTERS = 256;
/** Most characters of a sentence of another room that a form shows. */
export const SENTENCE_MAX_CHARACTERS = 600;

const AGENTS: Readonly<Record<BackendId, string>> = {
  codex: 'Codex',
  claude: 'Claude Code',
  agy: 'Antigravity (agy)',
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** What a form says: who would run, what it costs and where that is known from, and why the user is asked. Pure. */
export function consentMessage(question: ConsentQuestion): string {
  const { backend, model, reasoningEffort, reason, price } = question;
  const effort = reasoningEffort === undefined ? '' : `, reasoning effort ${safeName(reasoningEffort)}`;
  return [
    `CoAgent8 was asked to run ${AGENTS[backend]} with the model "${safeName(model)}"${effort}. Nothing has been sent to it yet.`,
    `Why you are asked: ${safeSentence(reason)}.`,
    price === undefined ? 'Its list price is not known.' : priceSentence(price),
  ].join('\n');
}

function priceSentence(price: PriceEvidence): string {
  const { outputUsdPerMillion, inputUsdPerMillion, entry, match, source, ageMs } = price;
  const input =
    inputUsdPerMillion === undefined ? '' : `, ${usd(inputUsdPerMillion)} per million input tokens`;
  const found = `${match} match "${safeName(entry)}" in the list of ${safeSentence(source)}, read ${ageText(ageMs)} ago`;
  return `List price: ${usd(outputUsdPerMillion)} per million output tokens${input} (${found}). It is a unit price; what this request will cost is not known.`;
}

/** Six digits at most: what floating point adds to an amount is no price. */
const usd = (amount: number) => `${Number(amount.toPrecision(6))} USD`;

function ageText(ageMs: number): string {
  if (ageMs < HOUR_MS) return counted(Math.floor(ageMs / MINUTE_MS), 'minute');
  return ageMs < DAY_MS
    ? counted(Math.floor(ageMs / HOUR_MS), 'hour')
    : counted(Math.floor(ageMs / DAY_MS), 'day');
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

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
