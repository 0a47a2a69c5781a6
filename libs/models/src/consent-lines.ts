import type { BackendId, ConsentQuestion } from '@coagent8/contracts';

import { shownEvidence, shownUnitPrices } from './shown-price.js';

/** How words of others are made fit for the place where a question is shown. */
export interface QuestionWriting {
  /** For names of models, efforts and entries of a price list. */
  readonly name: (name: string) => string;
  /** For sentences and places. */
  readonly sentence: (sentence: string) => string;
}

const AGENTS: Readonly<Record<BackendId, string>> = {
  codex: 'Codex',
  claude: 'Claude Code',
  agy: 'Antigravity (agy)',
};

/**
 * What a question to the user says, wherever it is shown: who would run, why they are asked, what it costs and where that
 * is known from; a line each. Pure.
 */
export function consentLines(
  question: ConsentQuestion,
  { name, sentence }: QuestionWriting,
): readonly [who: string, why: string, price: string] {
  const { backend, model, reasoningEffort, reason } = question;
  const effort = reasoningEffort === undefined ? '' : `, reasoning effort ${name(reasoningEffort)}`;
  return [
    `CoAgent8 was asked to run ${AGENTS[backend]} with the model "${name(model)}"${effort}. Nothing has been sent to it yet.`,
    `Why you are asked: ${sentence(reason)}.`,
    priceLine(question, { name, sentence }),
  ];
}

function priceLine({ price }: ConsentQuestion, { name, sentence }: QuestionWriting): string {
  if (price === undefined) return 'Its list price is not known.';
  const evidence = shownEvidence({
    ...price,
    entry: `"${name(price.entry)}"`,
    source: sentence(price.source),
  });
  return `List price: ${shownUnitPrices(price)} (${evidence}). It is a unit price; what this request will cost is not known.`;
}
