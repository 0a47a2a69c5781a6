import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { CATALOG_MODELS_MAX, modelCatalogSchema, soundCatalog } from './catalog.js';
import type { ListedModel, ModelCatalog } from './catalog.js';
import { isEffortName, isModelName } from './name-form.js';

const row = (id: string, rest: Partial<ListedModel> = {}): ListedModel => ({
  id,
  aliases: [],
  variants: [],
  efforts: [],
  isEffortRequired: false,
  isDefault: false,
  ...rest,
});
const complete = (...models: ListedModel[]): ModelCatalog => ({ models, isComplete: true });

describe('soundCatalog', () => {
  it('leaves a sound one as it is', () => {
    const catalog = {
      ...complete(
        row('swift', { aliases: ['fast'], efforts: ['low'], defaultEffort: 'low', isDefault: true }),
      ),
      agentDefault: { model: 'own', reasoningEffort: 'high' },
    };
    expect(soundCatalog(catalog)).toEqual(catalog);
  });

  it('drops rows with impossible ids, and an id the second time', () => {
    const { models } = soundCatalog(
      complete(
        row('a'),
        row('two words'),
        row('--flag'),
        row('a', { efforts: ['x'] }),
        row('\u001b[31m'),
        row('b'),
      ),
    );
    expect(models.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(models[0]?.efforts).toEqual([]);
  });

  it('drops other names that are impossible, a row of their own, or taken', () => {
    const { models } = soundCatalog(
      complete(
        row('a', { aliases: ['b', 'fast', 'a b'], variants: [{ name: 'a-low', reasoningEffort: 'low' }] }),
        row('b', { aliases: ['fast', 'a-low'], variants: [{ name: 'fast', reasoningEffort: 'low' }] }),
      ),
    );
    expect(models.map(({ aliases }) => aliases)).toEqual([['fast'], []]);
    expect(models.map(({ variants }) => variants.length)).toEqual([1, 0]);
  });

  it('drops efforts that no effort can be, and a default with an impossible name', () => {
    const sound = soundCatalog({
      ...complete(
        row('a', {
          efforts: ['low', 'very high', 'low'],
          defaultEffort: 'very high',
          variants: [{ name: 'a-x', reasoningEffort: '-x' }],
        }),
      ),
      agentDefault: { model: 'a b' },
    });
    expect(sound).toEqual(complete(row('a', { efforts: ['low'] })));
    expect(
      soundCatalog({ ...sound, agentDefault: { model: 'a', reasoningEffort: '-' } }).agentDefault,
    ).toEqual({
      model: 'a',
    });
  });

  it('keeps one mark for the default', () => {
    const { models } = soundCatalog(
      complete(row('a'), row('b', { isDefault: true }), row('c', { isDefault: true })),
    );
    expect(models.map(({ isDefault }) => isDefault)).toEqual([false, true, false]);
  });

  it('is complete up to the most models, and not past them nor without any', () => {
    const rows = Array.from({ length: CATALOG_MODELS_MAX + 1 }, (_, index) => row(`m${index}`));
    const atLimit = soundCatalog(complete(...rows.slice(1)));
    const past = soundCatalog(complete(...rows));
    expect([atLimit.models.length, atLimit.isComplete]).toEqual([CATALOG_MODELS_MAX, true]);
    expect([past.models.length, past.isComplete]).toEqual([CATALOG_MODELS_MAX, false]);
    expect(soundCatalog(complete()).isComplete).toBe(false);
  });

  it('makes of anything a catalog whose names are possible and each there once', () => {
    const name = fc.oneof(
      fc.string({ minLength: 1, unit: 'binary' }),
      fc.constantFrom('a', 'b', '__proto__'),
    );
    const anyRow = fc.record({
      id: name,
      aliases: fc.array(name, { maxLength: 3 }),
      variants: fc.array(fc.record({ name, reasoningEffort: name }), { maxLength: 3 }),
      efforts: fc.array(name, { maxLength: 3 }),
      isEffortRequired: fc.boolean(),
      isDefault: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 6 }), name, (models, model) => {
        const sound = soundCatalog({ models, agentDefault: { model }, isComplete: true });
        const names = sound.models.flatMap(({ id, aliases, variants }) => [
          id,
          ...aliases,
          ...variants.map((variant) => variant.name),
        ]);
        expect(modelCatalogSchema.parse(sound)).toEqual(sound);
        expect(names.every(isModelName)).toBe(true);
        expect(new Set(names).size).toBe(names.length);
        expect(sound.models.flatMap(({ efforts }) => efforts).every(isEffortName)).toBe(true);
        expect(soundCatalog(sound)).toEqual(sound);
      }),
    );
  });
});
