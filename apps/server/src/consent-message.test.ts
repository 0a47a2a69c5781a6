import type { ConsentQuestion } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { consentMessage, NAME_MAX_CHARACTERS, safeName, SENTENCE_MAX_CHARACTERS } from './consent-message.js';

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

describe('consentMessage', () => {
  it('says who would run, why it asks, what it costs and how that is known, a line each', () => {
    expect(consentMessage(QUESTION).split('\n')).toEqual([
      expect.stringMatching(/^CoAgent8 was asked to run Claude Code with the model "big-model", /),
      'Why you are asked: it costs more than your limit of 20 USD.',
      expect.stringMatching(
        /^List price: 25 USD .*\(exact match "vendor\/big-model" in the list of https:\//,
      ),
    ]);
  });

  it('shows names and sentences of others as a form can', () => {
    const price = { ...QUESTION.price!, entry: '<i>', source: 'a <b> list' };
    const message = consentMessage({ ...QUESTION, model: '<m>', reasoningEffort: '<e>', price });
    expect(message).toContain('the model "%3Cm%3E", reasoning effort %3Ce%3E.');
    expect(message).toContain('"%3Ci%3E" in the list of a ?b? list, read 3 hours ago');
  });

  it('keeps its lines, whatever it is told', () => {
    const hostile = fc.string({ unit: 'binary', maxLength: 2_000 });
    fc.assert(
      fc.property(hostile, hostile, hostile, (model, reason, source) => {
        const message = consentMessage({ ...QUESTION, model, reason, price: { ...QUESTION.price!, source } });
        expect(message.split('\n')).toHaveLength(3);
        expect(message).not.toMatch(/[<>`*]|\]\(|[^\P{C}\n]/u);
        expect(message.length).toBeLessThan(10_000);
      }),
    );
  });

  it(`shows a reason of ${SENTENCE_MAX_CHARACTERS} characters whole, and one more cut`, () => {
    const reason = 'r'.repeat(SENTENCE_MAX_CHARACTERS);
    expect(SENTENCE_MAX_CHARACTERS).toBe(600);
    expect(consentMessage({ ...QUESTION, reason })).toContain(`: ${reason}.`);
    expect(consentMessage({ ...QUESTION, reason: `${reason}r` })).toMatch(/: r{299}\.\.\.r{298}\./);
  });
});

describe('safeName', () => {
  it.each([
    ['vendor/Big-Model_2.5[1m]@001:0', 'vendor/Big-Model_2.5[1m]@001:0'],
    ['big-mоdel', 'big-m%D0%BEdel'],
    ['<b>big</b>', '%3Cb%3Ebig%3C/b%3E'],
    ['_big_', '%5Fbig%5F'],
    ['**big**', '%2A%2Abig%2A%2A'],
    ['[big](http://x.test)', '[big]%28http%3A//x.test%29'],
    ['big%20', 'big%2520'],
    ['big\u202e\n', 'big%E2%80%AE%0A'],
    ['\ud800', '%EF%BF%BD'],
  ])('shows %j as %j', (name, shown) => {
    expect(safeName(name)).toBe(shown);
  });

  it('shows no two names alike', () => {
    const name = fc.string({ unit: 'grapheme', maxLength: NAME_MAX_CHARACTERS });
    fc.assert(fc.property(name, name, (a, b) => (safeName(a) === safeName(b)) === (a === b)));
    fc.assert(fc.property(name, (each) => decodeURIComponent(safeName(each)) === each));
  });

  it('shows a name of 256 characters whole, and one more cut', () => {
    expect(NAME_MAX_CHARACTERS).toBe(256);
    expect(safeName('n'.repeat(256))).toBe('n'.repeat(256));
    expect(safeName('n'.repeat(257))).toBe(`${'n'.repeat(127)}...${'n'.repeat(126)}`);
  });
});
