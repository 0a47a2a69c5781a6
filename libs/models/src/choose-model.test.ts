import { CoAgentError } from '@coagent8/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { catalogOf, row } from '../test/made-up-models.js';
import type { ModelCatalog } from './catalog.js';
import { chooseModel, chooseRow } from './choose-model.js';
import type { ChoiceFacts, ModelWish } from './choose-model.js';

const choose = (wish: ModelWish, rest: Partial<ChoiceFacts> = {}) =>
  chooseModel({ backend: 'codex', wish, ...rest });
const refusal = (code: string, message: string, remedy = '') =>
  expect.objectContaining({
    code,
    message: expect.stringContaining(message),
    remedy: expect.stringContaining(remedy),
  });

const swift = row('swift-4', {
  aliases: ['fast'],
  efforts: ['low', 'high'],
  defaultEffort: 'low',
  isEffortRequired: true,
  variants: [
    { name: 'swift-4-low', reasoningEffort: 'low' },
    { name: 'swift-4-high', reasoningEffort: 'high' },
  ],
});
const big = row('big-2', { isDefault: true, efforts: ['medium'], defaultEffort: 'medium' });
const plain = row('plain-1');
const catalog = catalogOf(swift, big, plain);
const incomplete: ModelCatalog = { ...catalog, isComplete: false };

describe('which model is chosen', () => {
  it('without a catalog: the named one as it is spelt, else the configured one, else the agent decides', () => {
    expect(choose({ model: 'Vendor/Swift-4.2[1m]', configuredDefault: 'other' })).toEqual({
      model: 'Vendor/Swift-4.2[1m]',
      source: 'request',
      isDefault: false,
    });
    expect(choose({ reasoningEffort: 'high', configuredDefault: 'swift:8b' })).toEqual({
      model: 'swift:8b',
      reasoningEffort: 'high',
      source: 'configuration',
      isDefault: true,
    });
    expect(choose({})).toEqual({ source: 'agent', isDefault: true });
    expect(choose({ reasoningEffort: 'low' })).toEqual({
      reasoningEffort: 'low',
      source: 'agent',
      isDefault: true,
    });
  });

  const own = { ...catalog, agentDefault: { model: 'fast' } };
  it.each<[ModelWish, ModelCatalog, string, string]>([
    [{ model: 'plain-1', configuredDefault: 'big-2' }, own, 'plain-1', 'request'],
    [{ configuredDefault: 'big-2' }, own, 'big-2', 'configuration'],
    [{}, own, 'swift-4', 'agent'],
    [{}, catalog, 'big-2', 'catalog'],
    [{}, catalogOf(plain, swift), 'plain-1', 'catalog'],
  ])('for %j follows the order of precedence', (wish, offered, model, source) => {
    expect(choose(wish, { catalog: offered })).toMatchObject({
      model,
      source,
      isDefault: source !== 'request',
    });
  });

  it('makes a listed name the id of its row, and keeps how it was named', () => {
    expect(choose({ model: 'FAST', reasoningEffort: 'high' }, { catalog })).toEqual({
      model: 'swift-4',
      askedName: 'FAST',
      reasoningEffort: 'high',
      source: 'request',
      listed: swift,
      isDefault: false,
    });
  });

  it('takes what the agent says a name stands for, of the named model alone', () => {
    const facts = { catalog: incomplete, resolvedName: 'big-2' };
    expect(choose({ model: 'newest' }, facts)).toMatchObject({ model: 'big-2', isDefault: true });
    expect(choose({ configuredDefault: 'newest' }, facts)).toMatchObject({ model: 'big-2', isDefault: true });
    expect(choose({ model: 'odd', configuredDefault: 'newest' }, { resolvedName: 'odd-1' })).toMatchObject({
      model: 'odd-1',
      isDefault: false,
    });
  });

  it('runs an unlisted name where the catalog is not complete', () => {
    expect(choose({ model: 'odd' }, { catalog: incomplete })).toEqual({
      model: 'odd',
      source: 'request',
      isDefault: false,
    });
  });

  it('refuses an unlisted name where the catalog is complete', () => {
    expect(() => choose({ model: 'odd' }, { catalog })).toThrow(
      refusal('MODEL_UNAVAILABLE', 'odd is not any of the 3 models that codex lists', '`coagent8 models`'),
    );
    expect(() => choose({ configuredDefault: 'odd' }, { catalog })).toThrow(
      refusal('MODEL_UNAVAILABLE', 'backends.codex.defaultModel', '`coagent8 models`'),
    );
  });

  it('never refuses the default of the agent’s own settings', () => {
    const agentDefault = { model: 'odd', reasoningEffort: 'huge' };
    expect(choose({}, { catalog: { ...catalog, agentDefault } })).toEqual({
      model: 'odd',
      reasoningEffort: 'huge',
      source: 'agent',
      isDefault: true,
    });
  });

  it.each([
    ['big-2', true],
    ['BIG.2', true],
    ['x/big-2', true],
    ['plain-1', false],
  ])('knows whether %s is the default', (model, isDefault) => {
    expect(choose({ model }, { catalog }).isDefault).toBe(isDefault);
    expect(choose({ model, configuredDefault: 'big-2' }).isDefault).toBe(isDefault);
  });

  it('blames the configuration for its own default, and only when it is used', () => {
    expect(() => choose({ configuredDefault: 'two words' })).toThrow(
      refusal('POLICY_DENIED', 'backends.codex.defaultModel'),
    );
    const { model, isDefault } = choose({ model: 'swift', configuredDefault: 'two words' });
    expect([model, isDefault]).toEqual(['swift', false]);
  });
});

describe('which effort is chosen', () => {
  it.each<[string, ModelWish, string | undefined]>([
    ['the named one', { model: 'swift-4', reasoningEffort: 'high' }, 'high'],
    ['the named one in the spelling of the row', { model: 'swift-4', reasoningEffort: 'HIGH' }, 'high'],
    ['that of the variant', { model: 'swift-4-high' }, 'high'],
    [
      'that of the variant and the named one, which agree',
      { model: 'swift-4-high', reasoningEffort: 'High' },
      'high',
    ],
    ['none of a named model that needs none', { model: 'big-2' }, undefined],
    ['any of a model that lists none', { model: 'plain-1', reasoningEffort: 'banana' }, 'banana'],
    ['that of the row of an implicit model', {}, 'medium'],
    ['that of the row of the configured model', { configuredDefault: 'fast' }, 'low'],
    ['that of the configured variant', { configuredDefault: 'swift-4-high' }, 'high'],
    [
      'the named one before that of the configured variant',
      { configuredDefault: 'swift-4-high', reasoningEffort: 'low' },
      'low',
    ],
  ])('%s', (_, wish, effort) => {
    expect(choose(wish, { catalog }).reasoningEffort).toBe(effort);
  });

  it('is that of the agent’s own settings before that of the row', () => {
    const own = (agentDefault: NonNullable<ModelCatalog['agentDefault']>) =>
      choose({}, { catalog: { ...catalog, agentDefault } }).reasoningEffort;
    expect(own({ model: 'swift-4', reasoningEffort: 'high' })).toBe('high');
    expect(own({ model: 'swift-4' })).toBe('low');
  });

  it('is the first of a row that needs one and marks none', () => {
    expect(chooseRow(row('a', { efforts: ['x', 'y'], isEffortRequired: true }), {}).reasoningEffort).toBe(
      'x',
    );
    expect(chooseRow(row('a', { efforts: ['x', 'y'] }), {}).reasoningEffort).toBeUndefined();
    expect(chooseRow(swift, { reasoningEffort: 'high' })).toMatchObject({
      model: 'swift-4',
      reasoningEffort: 'high',
    });
  });

  it.each<[string, ModelWish, string, string]>([
    ['one that is not listed', { model: 'swift-4', reasoningEffort: 'max' }, 'does not take', 'low, high'],
    ['one that the default does not list', { reasoningEffort: 'high' }, 'big-2 does not take', 'medium'],
    ['a missing one', { model: 'fast' }, 'swift-4 needs a reasoning_effort', 'low, high'],
    [
      'another than the name says',
      { model: 'swift-4-high', reasoningEffort: 'low' },
      'swift-4-high means',
      'leave',
    ],
  ])('refuses %s', (_, wish, message, remedy) => {
    expect(() => choose(wish, { catalog })).toThrow(refusal('MODEL_UNAVAILABLE', message, remedy));
  });

  it('refuses an impossible one before anything else', () => {
    expect(() => choose({ model: 'odd', reasoningEffort: 'very high' }, { catalog })).toThrow(
      refusal('INPUT_LIMIT', 'reasoning_effort'),
    );
    expect(() => chooseRow(plain, { reasoningEffort: '-x' })).toThrow(
      refusal('INPUT_LIMIT', 'reasoning_effort'),
    );
  });
});

it('chooses what was named or refuses with a coded error, whatever the text', () => {
  const strange = [
    '__proto__',
    'constructor',
    '--flag',
    '$(id)',
    '`id`',
    'a;b',
    '\u001b]0;x\u0007',
    'm'.repeat(10_240),
  ];
  const text = fc.option(
    fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...strange, 'swift-4', 'fast')),
  );
  const offered = fc.constantFrom(undefined, catalog, incomplete, catalogOf());
  fc.assert(
    fc.property(
      text,
      text,
      text,
      text,
      offered,
      (model, reasoningEffort, configuredDefault, resolvedName, from) => {
        const wish = Object.fromEntries(
          Object.entries({ model, reasoningEffort, configuredDefault }).filter(([, value]) => value !== null),
        );
        try {
          const choice = choose(wish, { catalog: from, ...(resolvedName === null ? {} : { resolvedName }) });
          if (model !== null) expect([choice.model, choice.askedName]).toContain(model);
          if (reasoningEffort !== null) expect(choice.reasoningEffort).toBe(reasoningEffort);
        } catch (error) {
          expect(CoAgentError.is(error)).toBe(true);
          expect(String(error).length).toBeLessThan(500);
        }
      },
    ),
  );
});
