import type { ConsentQuestion, PriceEvidence } from '@coagent8/contracts';

/** Most characters of a name or a reason that a question shows; those of real models are shorter. */
const SHOWN_MAX_CHARACTERS = 600;

/** A question to the person at the terminal, a line each; the last one is what they answer. Pure. */
export function consentLines({
  backend,
  model,
  reasoningEffort,
  reason,
  price,
  isRememberable,
}: ConsentQuestion): string[] {
  const effort = reasoningEffort === undefined ? '' : `, effort ${plain(reasoningEffort)}`;
  const name = plain(model);
  return [
    `${backend} is about to run ${name}${effort}; nothing has been sent to it yet`,
    `  why you are asked: ${plain(reason)}`,
    ...(price === undefined ? ['  list price: not known'] : priceLines(price)),
    ...(isRememberable ? [`  "always" adds ${backend}/${name} to the allowed models`] : []),
    isRememberable ? 'Run it? yes, always or No:' : 'Run it this once? yes or No:',
  ];
}

function priceLines({ outputUsdPerMillion, entry, match, source, ageMs }: PriceEvidence): string[] {
  return [
    `  list price: ${Number(outputUsdPerMillion.toPrecision(6))} USD per million output tokens`,
    `    ${match} match ${plain(entry)}, ${ageText(ageMs)} old, from ${plain(source)}`,
  ];
}

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

function ageText(ageMs: number): string {
  if (ageMs >= DAY_MS) return `${Math.floor(ageMs / DAY_MS)} d`;
  return ageMs >= HOUR_MS ? `${Math.floor(ageMs / HOUR_MS)} h` : 'less than 1 h';
}

/** On one line, bounded, without what a terminal would act upon or would not show. */
function plain(text: string): string {
  return text
    .toWellFormed()
    .slice(0, SHOWN_MAX_CHARACTERS)
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim();
}
