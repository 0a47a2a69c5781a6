import type { ConsentQuestion } from '@coagent8/contracts';
import { consentLines } from '@coagent8/models';

/** Most characters of a name or a reason that a question shows; those of real models are shorter. */
const SHOWN_MAX_CHARACTERS = 600;

/** A question to the person at the terminal, a line each; the last one is what they answer. Pure. */
export function consentText(question: ConsentQuestion): string[] {
  const { backend, model, isRememberable } = question;
  return [
    ...consentLines(question, { name: plain, sentence: plain }),
    ...(isRememberable
      ? [`"always" adds ${backend}/${plain(model)} to the allowed models of your CoAgent8 configuration`]
      : []),
    isRememberable ? 'Run it? yes, always or No:' : 'Run it this once? yes or No:',
  ];
}

/** On one line, bounded, without what a terminal would act upon or would not show. */
function plain(text: string): string {
  return text
    .toWellFormed()
    .slice(0, SHOWN_MAX_CHARACTERS)
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim();
}
