import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { catalogOf } from './model-rows.js';
import type { ModelReplies } from './model-rows.js';

const levels = { supportedEffortLevels: ['low', 'high'] };
const replies = (change: Partial<ModelReplies> = {}): ModelReplies => ({
  models: [
    { value: 'default', resolvedModel: 'big-model-5', ...levels },
    { value: 'big', resolvedModel: 'big-model-5', ...levels },
    { value: 'small', resolvedModel: 'small-model-5' },
  ],
  applied: { model: 'big-model-5', effort: 'high' },
  isChosen: false,
  ...change,
});
const common = { variants: [], isEffortRequired: false };

describe('catalogOf', () => {
  it('has one row for each concrete model, with the names that stand for it', () => {
    expect(catalogOf(replies())).toEqual({
      models: [
        {
          ...common,
          id: 'big-model-5',
          aliases: ['default', 'big'],
          efforts: ['low', 'high'],
          isDefault: true,
        },
        { ...common, id: 'small-model-5', aliases: ['small'], efforts: [], isDefault: false },
      ],
      isComplete: false,
    });
  });

  it.each([
    ['cloud.big-model-5[1m]', 'cloud.big-model-5[1m]', []],
    ['big[1m]', 'big-model-5', ['big[1m]']],
    ['gateway/big', undefined, []],
    ['gateway/big', '', []],
    ['arn:a:b/c', null, []],
  ])('takes %s for what it resolves to, %s', (value, resolvedModel, aliases) => {
    const { models } = catalogOf(replies({ models: [{ value, resolvedModel }] }));
    expect(models).toMatchObject([{ id: resolvedModel || value, aliases }]);
  });

  it('has the efforts of all names of a model, each once', () => {
    const models = [
      { value: 'a', resolvedModel: 'm', supportedEffortLevels: ['low', 'medium'] },
      { value: 'b', resolvedModel: 'm', supportedEffortLevels: ['medium', 'max'] },
      { value: 'c', resolvedModel: 'm', supportedEffortLevels: null },
    ];
    expect(catalogOf(replies({ models })).models).toMatchObject([{ efforts: ['low', 'medium', 'max'] }]);
  });

  it('has the user’s own model as the default, listed or not, and its effort where the model takes it', () => {
    const chosen = (model: string, effort?: string) =>
      catalogOf(replies({ applied: { model, effort: effort ?? null }, isChosen: true })).agentDefault;
    expect(chosen('big-model-5', 'high')).toEqual({ model: 'big-model-5', reasoningEffort: 'high' });
    expect(chosen('big-model-5', 'max')).toEqual({ model: 'big-model-5' });
    expect(chosen('small-model-5', 'high')).toEqual({ model: 'small-model-5' });
    expect(chosen('of-a-gateway', 'high')).toEqual({ model: 'of-a-gateway' });
    expect(chosen('big-model-5')).toEqual({ model: 'big-model-5' });
  });

  it('resolves a default of the account that the list does not', () => {
    const models = [{ value: 'default' }, { value: 'big-model-5' }];
    expect(catalogOf(replies({ models })).models).toMatchObject([
      { id: 'big-model-5', aliases: ['default'], isDefault: true },
    ]);
    expect(catalogOf(replies({ models, isChosen: true })).models).toMatchObject([
      { id: 'default', isDefault: true },
      { id: 'big-model-5', isDefault: false },
    ]);
    expect(catalogOf(replies({ models: [] })).agentDefault).toEqual({ model: 'big-model-5' });
    expect(catalogOf(replies({ models: [], applied: {} }))).toEqual({ models: [], isComplete: false });
  });

  it('loses no name and repeats none, and marks at most one default', () => {
    const name = fc.constantFrom('default', 'a', 'b', 'c', 'd', '');
    const listed = fc.array(fc.record({ value: name, resolvedModel: fc.option(name) }));
    fc.assert(
      fc.property(listed, (models) => {
        const rows = catalogOf(replies({ models })).models;
        const names = rows.flatMap(({ id, aliases }) => [id, ...aliases]);
        for (const { value } of models.filter((each) => each.value !== '')) expect(names).toContain(value);
        expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
        expect(rows.every(({ id, aliases }) => id !== '' && !aliases.includes(id))).toBe(true);
      }),
    );
  });
});
