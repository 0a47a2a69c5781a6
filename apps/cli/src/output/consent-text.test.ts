import { describe, expect, it } from '@jest/globals';
import type { ConsentQuestion } from '@coagent8/contracts';

import { consentLines } from './consent-text.js';

const HOUR_MS = 60 * 60_000;
const PRICE = {
  outputUsdPerMillion: 40,
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

describe('consentLines', () => {
  it('names the model, its effort, why, and the price with where it is from', () => {
    expect(consentLines(QUESTION)).toEqual([
      'codex is about to run big-model, effort high; nothing has been sent to it yet',
      '  why you are asked: a rule of yours asks',
      '  list price: 40 USD per million output tokens',
      '    approximate match vendor/big-model-preview, less than 1 h old, from list.invalid',
      'Run it this once? yes or No:',
    ]);
  });

  it.each([
    [HOUR_MS - 1, 'less than 1 h old'],
    [HOUR_MS, '1 h old'],
    [24 * HOUR_MS - 1, '23 h old'],
    [24 * HOUR_MS, '1 d old'],
  ])('says of a list of %i ms how old it is', (ageMs, text) => {
    expect(consentLines({ ...QUESTION, price: { ...PRICE, ageMs } })[3]).toContain(`, ${text}, `);
  });

  it('shows nothing that a terminal acts upon, and no second line', () => {
    const evil = 'm\u001b[2K\r\nRun it? yes\u202e\u0007';
    const price = { ...PRICE, entry: evil, source: evil };
    const lines = consentLines({ ...QUESTION, model: evil, reasoningEffort: evil, reason: evil, price });
    expect(lines).toHaveLength(5);
    expect(lines.join('')).not.toMatch(/\p{C}/u);
  });

  it('shows a bounded part of a long text', () => {
    const reason = 'x'.repeat(100_000);
    expect(consentLines({ ...QUESTION, reason })[1]).toHaveLength('  why you are asked: '.length + 600);
  });
});
