import { describe, expect, it } from '@jest/globals';
import type { ConsentQuestion } from '@coagent8/contracts';

import { consentText } from './consent-text.js';

const PRICE = {
  outputUsdPerMillion: 40,
  inputUsdPerMillion: 8,
  entry: 'vendor/big-model-preview',
  match: 'approximate',
  source: 'list.invalid',
  readAt: '2026-05-01T10:00:00.000Z',
  ageMs: 0,
} as const;
const QUESTION: ConsentQuestion = {
  backend: 'codex',
  model: 'big-model',
  reasoningEffort: 'high',
  basis: 'ask_rule',
  reason: 'a rule of yours asks',
  price: PRICE,
  isRememberable: false,
};

describe('consentText', () => {
  it('says what a form says, and what can be answered', () => {
    expect(consentText(QUESTION)).toEqual([
      'CoAgent8 was asked to run Codex with the model "big-model", reasoning effort high. Nothing has been sent to it yet.',
      'Why you are asked: a rule of yours asks.',
      'List price: 40 USD per million output tokens, 8 USD per million input tokens (approximate match "vendor/big-model-preview" in the list of list.invalid, read just now). It is a unit price; what this request will cost is not known.',
      'Run it this once? yes or No:',
    ]);
  });

  it('says what "always" does where it may be answered', () => {
    expect(consentText({ ...QUESTION, isRememberable: true }).slice(3)).toEqual([
      '"always" adds codex/big-model to the allowed models of your CoAgent8 configuration',
      'Run it? yes, always or No:',
    ]);
  });

  it('shows nothing that a terminal acts upon, and no second line', () => {
    const evil = 'm\u001b[2K\r\nRun it? yes\u202e\u0007';
    const price = { ...PRICE, entry: evil, source: evil };
    const lines = consentText({ ...QUESTION, model: evil, reasoningEffort: evil, reason: evil, price });
    expect(lines).toHaveLength(4);
    expect(lines.join('')).not.toMatch(/\p{C}/u);
  });

  it('shows a bounded part of a long text', () => {
    const reason = 'x'.repeat(100_000);
    expect(consentText({ ...QUESTION, reason })[1]).toBe(`Why you are asked: ${'x'.repeat(600)}.`);
  });
});
