import { BACKEND_IDS } from '@coagent8/contracts';
import type { BackendId, ConsentAnswer } from '@coagent8/contracts';
import type { ModelCatalog } from '@coagent8/models';
import { createTempWorkspace } from '@coagent8/testing';
import type { TempWorkspace } from '@coagent8/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { listed } from './dependencies.js';
import { obeying, runScripted } from './scripted-turn.js';

let workspace: TempWorkspace;
beforeAll(async () => {
  workspace = await createTempWorkspace({ files: { 'a.ts': 'export {};\n' } });
});
afterAll(() => workspace.remove());

/** Plain names: what counts as the same model has tests of its own. */
const MODELS = ['ada', 'bee', 'cat', 'dog'] as const;
const PRICES = [1, 9, 9.5, 19, 20, 20.01, 41];

const model = fc.constantFrom<string>(...MODELS);
const catalog = fc.record({
  models: fc.uniqueArray(model, { maxLength: 4 }).map((ids) => ids.map((id) => listed(id))),
  isComplete: fc.boolean(),
});
const answer = fc.constantFrom<ConsentAnswer | 'nobody to ask' | 'throws'>(
  { isGiven: true, isToBeRemembered: false },
  { isGiven: false, why: 'declined' },
  { isGiven: false, why: 'unanswered' },
  'nobody to ask',
  'throws',
);
const rules = fc.record({
  allow: fc.subarray<string>([...MODELS]),
  ask: fc.subarray<string>([...MODELS]),
  deny: fc.subarray<string>([...MODELS]),
});
const world = fc.record({
  agents: fc.subarray<BackendId>([...BACKEND_IDS], { minLength: 1 }),
  codex: fc.option(catalog),
  claude: fc.option(catalog),
  agy: fc.option(catalog),
  prices: fc.dictionary(model, fc.constantFrom(...PRICES), { noNullPrototype: true }),
  rules,
  defaultModel: fc.option(model, { nil: undefined }),
  named: fc.option(model, { nil: undefined }),
  limit: fc.option(fc.constantFrom(...PRICES), { nil: undefined }),
  answer,
});

/** What runs where nothing is named: nothing where the configured default is one that the agent does not have. */
function defaultOf(offered: ModelCatalog | null, configured: string | undefined): string | undefined {
  if (configured === undefined) return offered?.models[0]?.id;
  const isMissing = offered?.isComplete === true && !offered.models.some(({ id }) => id === configured);
  return isMissing ? undefined : configured;
}

describe('a turn', () => {
  it('never starts with a denied model, above the limits or unknown without consent, or not below a price limit', async () => {
    let started = 0;
    await fc.assert(
      fc.asyncProperty(world, async ({ agents, prices, rules: models, ...given }) => {
        const { defaultModel, named, limit } = given;
        const settings = defaultModel === undefined ? {} : { defaultModel };
        await workspace.write(
          '.data/config.json',
          JSON.stringify({
            schemaVersion: 1,
            backends: { codex: settings, claude: settings, agy: settings },
            governance: { models },
          }),
        );
        const asked: string[] = [];
        const { turns } = await runScripted(workspace.path, obeying, {
          agents,
          prices,
          catalogs: {
            codex: given.codex ?? new Error('no list'),
            claude: given.claude ?? new Error('no list'),
            agy: given.agy ?? new Error('no list'),
          },
          change: {
            ...(named === undefined ? {} : { model: named }),
            ...(limit === undefined ? {} : { outputPriceBelow: limit }),
          },
          ...(given.answer === 'nobody to ask'
            ? {}
            : {
                askConsent: async (question) => {
                  asked.push(question.model);
                  if (given.answer === 'throws' || given.answer === 'nobody to ask') throw new Error('gone');
                  return given.answer;
                },
              }),
        });
        const [turn] = turns;
        if (turn === undefined) return;
        started += 1;
        const ran = turn.model;
        const price = ran === undefined ? undefined : prices[ran];
        const isGiven = typeof given.answer === 'object' && given.answer.isGiven;
        const isConsented = isGiven && ran !== undefined && asked.length === 1 && asked[0] === ran;
        if (named !== undefined) expect(ran).toBe(named);
        if (limit !== undefined) expect(price).toBeLessThan(limit);
        if (ran === undefined) return;
        expect(models.deny).not.toContain(ran);
        if (isConsented) return;
        expect(models.ask).not.toContain(ran);
        if (models.allow.includes(ran)) return;
        const byDefault = defaultOf(given[turn.backend], defaultModel);
        if (price === undefined) expect(ran).toBe(byDefault);
        const defaultPrice = byDefault === undefined ? undefined : prices[byDefault];
        const ratioLimit = ran === byDefault || defaultPrice === undefined ? Infinity : 2 * defaultPrice;
        expect(price ?? 0).toBeLessThanOrEqual(Math.min(20, ratioLimit));
      }),
      { numRuns: 250 },
    );
    expect(started).toBeGreaterThan(20);
  });
});
