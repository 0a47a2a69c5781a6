import type { ConsentQuestion } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';

import { consentLines } from './consent-lines.js';

const QUESTION: ConsentQuestion = {
  backend: 'claude',
  model: 'big-model',
  reasoningEffort: 'high',
  basis: 'output_price_above',
  reason: 'it costs more than your limit of 20 USD',
  price: {
    outputUsdPerMillion: 25,
    inputUsdPerMillion: 2.5000000000000004,
    entry: 'vendor/big-model',
    match: 'exact',
    source: 'https://prices.test/list',
    readAt: '2026-11-30T00:00:00.000Z',
    ageMs: 3 * 60 * 60_000,
  },
  isRememberable: true,
};
const asIs = { name: (name: string) => name, sentence: (sentence: string) => sentence };

describe('consentLines', () => {
  it('says who would run, why it asks, what it costs and how that is known', () => {
    expect(consentLines(QUESTION, asIs)).toEqual([
      'CoAgent8 was asked to run Claude Code with the model "big-model", reasoning effort high. Nothing has been sent to it yet.',
      'Why you are asked: it costs more than your limit of 20 USD.',
      'List price: 25 USD per million output tokens, 2.5 USD per million input tokens (exact match "vendor/big-model" in the list of https://prices.test/list, read 3 hours ago). It is a unit price; what this request will cost is not known.',
    ]);
  });

  it('says where neither an effort nor a price is known', () => {
    const { price: _, reasoningEffort: __, ...question } = QUESTION;
    expect(consentLines(question, asIs)).toEqual([
      expect.stringContaining('the model "big-model". Nothing'),
      expect.any(String),
      'Its list price is not known.',
    ]);
  });

  it('lets every word of others be written as it has to be', () => {
    const writing = { name: (name: string) => `<${name}>`, sentence: (sentence: string) => `{${sentence}}` };
    const text = consentLines(QUESTION, writing).join('\n');
    expect(text.match(/[<{][^>}]*[>}]/g)).toEqual([
      '<big-model>',
      '<high>',
      '{it costs more than your limit of 20 USD}',
      '<vendor/big-model>',
      '{https://prices.test/list}',
    ]);
  });
});
