import { describe, expect, it } from '@jest/globals';

import { catalogOf } from './catalog.js';

const row = (id: string, change: Record<string, unknown> = {}) => ({
  id,
  model: id,
  supportedReasoningEfforts: [{ reasoningEffort: 'low' }, { reasoningEffort: 'high' }],
  defaultReasoningEffort: 'low',
  ...change,
});
const ROWS = [row('swift-4.2', { isDefault: true }), row('big-model')];
const listed = (id: string, change = {}) => ({
  id,
  aliases: [],
  variants: [],
  efforts: ['low', 'high'],
  defaultEffort: 'low',
  isEffortRequired: false,
  isDefault: false,
  ...change,
});
const bare = (id: string) => ({
  ...{ id, aliases: [], variants: [], efforts: [], isEffortRequired: false, isDefault: false },
});
const own = { model_provider: 'own', model_providers: { own: {} } };

describe('the catalog of Codex', () => {
  it('has what the list shows, in its order, and is complete', () => {
    expect(catalogOf({}, ROWS)).toEqual({
      models: [listed('swift-4.2', { isDefault: true }), listed('big-model')],
      isComplete: true,
    });
  });

  it('names a model as a thread is started with it', () => {
    const [model] = catalogOf({}, [row('preset-1', { model: 'swift-4.2', displayName: 'Swift' })]).models;
    expect(model).toMatchObject({ id: 'swift-4.2', aliases: ['preset-1'] });
  });

  it.each([
    ['hidden', { ...row('x'), hidden: true }],
    ['without a name', { model: 'x' }],
    ['with no name for a name', row('')],
    ['that are none', 'x'],
    ['that are nothing', null],
  ])('leaves out rows %s', (_, odd) => {
    expect(catalogOf({}, [odd, ...ROWS]).models.map(({ id }) => id)).toEqual(['swift-4.2', 'big-model']);
  });

  it.each([
    ['are missing', { id: 'x' }],
    [
      'are odd',
      {
        id: 'x',
        model: 7,
        hidden: 'no',
        isDefault: null,
        supportedReasoningEfforts: [null, 'high', {}, { reasoningEffort: '' }],
        defaultReasoningEffort: null,
        novel: {},
      },
    ],
    ['are no list', { id: 'x', supportedReasoningEfforts: 'high' }],
  ])('does without what is said of a model where efforts and all else %s', (_, odd) => {
    expect(catalogOf({}, [odd]).models).toEqual([bare('x')]);
  });
});

describe('what Codex takes when nothing is named', () => {
  it.each([
    [
      { model: 'mine', model_reasoning_effort: 'high' },
      { model: 'mine', reasoningEffort: 'high' },
    ],
    [{ model: 'mine' }, { model: 'mine' }],
    [{ model_reasoning_effort: 'high' }, { model: 'swift-4.2', reasoningEffort: 'high' }],
    [{ model: null, model_reasoning_effort: null }, undefined],
    [{ model: '' }, undefined],
  ])('with the settings %j is %j', (settings, agentDefault) => {
    expect(catalogOf(settings, ROWS).agentDefault).toEqual(agentDefault);
  });

  it('is nothing known where the list marks nothing', () => {
    expect(catalogOf({ model_reasoning_effort: 'high' }, [row('a')]).agentDefault).toBeUndefined();
    expect(catalogOf(own, [row('a')])).toEqual({ models: [], isComplete: false });
  });
});

describe('of a provider of the user’s own', () => {
  it.each([
    [{}, { model: 'swift-4.2' }],
    [{ model_reasoning_effort: 'high' }, { model: 'swift-4.2', reasoningEffort: 'high' }],
    [{ model: 'mine' }, { model: 'mine' }],
  ])('the list says nothing but the default: %j', (settings, agentDefault) => {
    expect(catalogOf({ ...own, ...settings }, ROWS)).toEqual({ models: [], agentDefault, isComplete: false });
  });

  it.each([
    ['a list is in a file', { ...own, model_catalog_json: '/models.json' }],
    [
      'the provider has a list',
      { ...own, model_providers: { own: { model_catalog_url: 'http://127.0.0.1/' } } },
    ],
    ['only the address is the user’s', { openai_base_url: 'http://127.0.0.1/' }],
  ])('the list counts, and what it lacks may run, where %s', (_, config) => {
    expect(catalogOf(config, ROWS)).toEqual({
      models: [listed('swift-4.2', { isDefault: true }), listed('big-model')],
      isComplete: false,
    });
  });

  it('the list of another provider is none', () => {
    const providers = { other: { model_catalog_url: 'http://127.0.0.1/' } };
    expect(catalogOf({ model_provider: 'own', model_providers: providers }, ROWS).models).toEqual([]);
  });

  it('a list of their own is complete where it is of the provider that is built in', () => {
    expect(catalogOf({ model_provider: 'openai', model_providers: { own: {} } }, ROWS).isComplete).toBe(true);
  });
});
