import { z } from 'zod';

import { isEffortName, isModelName } from './name-form.js';

const effortName = z.string().min(1);

/** Run-time truth of {@link ListedModel}. */
export const listedModelSchema = z.strictObject({
  /** The concrete model, as the agent's command line takes it. */
  id: z.string().min(1),
  /** Further names that the agent takes for it. */
  aliases: z.array(z.string().min(1)),
  /** Names that mean the model at one effort, where the agent lists each effort as a name of its own. */
  variants: z.array(z.strictObject({ name: z.string().min(1), reasoningEffort: effortName })),
  /** Efforts that it takes, in the agent's order; empty: none, or the agent does not say. */
  efforts: z.array(effortName),
  /** The effort of its row: what an implicit choice of this model runs with. */
  defaultEffort: effortName.optional(),
  /** Whether the agent refuses the model without an effort. */
  isEffortRequired: z.boolean(),
  /** Whether the agent marks it as what it takes when nothing is named. At most one is marked. */
  isDefault: z.boolean(),
});

/** One model that an agent offers. */
export type ListedModel = z.infer<typeof listedModelSchema>;

/** Run-time truth of {@link ModelCatalog}. */
export const modelCatalogSchema = z.strictObject({
  /** In the agent's order. */
  models: z.array(listedModelSchema),
  /** What the agent runs when nothing is named, where the user's own settings of the agent say so. */
  agentDefault: z
    .strictObject({ model: z.string().min(1), reasoningEffort: effortName.optional() })
    .optional(),
  /**
   * Whether a model that is not listed is known not to exist. False where the agent runs names that it does not list, and
   * where the list says nothing about what the agent talks to, as with a provider of the user's own.
   */
  isComplete: z.boolean(),
});

/** What an agent offers, as it says without a turn. A listed model says nothing about what the account may use. */
export type ModelCatalog = z.infer<typeof modelCatalogSchema>;

/** Most models that a catalog keeps. */
export const CATALOG_MODELS_MAX = 5_000;

/**
 * `catalog` without what cannot be used: rows with an id that no model can have (see `checkModelName`) or that an earlier
 * row has, other names that are impossible, a row's id or taken by an earlier row, efforts that no effort can be, and rows
 * past {@link CATALOG_MODELS_MAX}, without which it is complete no more. An empty one is not complete either: it says
 * nothing. `agentDefault` is dropped where it is no possible name. Pure.
 */
export function soundCatalog(catalog: ModelCatalog): ModelCatalog {
  const rows = uniqueRows(catalog.models);
  const models = withUniqueNames(rows.slice(0, CATALOG_MODELS_MAX).map(withSoundEfforts));
  const agentDefault = soundDefault(catalog.agentDefault);
  return {
    models: withOneDefault(models),
    ...(agentDefault === undefined ? {} : { agentDefault }),
    isComplete: catalog.isComplete && rows.length > 0 && rows.length <= CATALOG_MODELS_MAX,
  };
}

function uniqueRows(models: readonly ListedModel[]): ListedModel[] {
  const rows = new Map<string, ListedModel>();
  for (const row of models) {
    if (isModelName(row.id) && !rows.has(row.id)) rows.set(row.id, row);
  }
  return [...rows.values()];
}

function withSoundEfforts({ defaultEffort, ...row }: ListedModel): ListedModel {
  const efforts = [...new Set(row.efforts.filter(isEffortName))];
  return {
    ...row,
    variants: row.variants.filter(({ reasoningEffort }) => isEffortName(reasoningEffort)),
    efforts,
    ...(defaultEffort === undefined || !isEffortName(defaultEffort) ? {} : { defaultEffort }),
  };
}

function withUniqueNames(rows: readonly ListedModel[]): ListedModel[] {
  const taken = new Set(rows.map(({ id }) => id));
  const isFree = (name: string) => isModelName(name) && taken.size < taken.add(name).size;
  return rows.map((row) => ({
    ...row,
    aliases: row.aliases.filter(isFree),
    variants: row.variants.filter(({ name }) => isFree(name)),
  }));
}

function withOneDefault(rows: readonly ListedModel[]): ListedModel[] {
  const marked = rows.findIndex(({ isDefault }) => isDefault);
  return rows.map((row, index) => ({ ...row, isDefault: index === marked }));
}

function soundDefault(agentDefault: ModelCatalog['agentDefault']): ModelCatalog['agentDefault'] {
  if (agentDefault === undefined || !isModelName(agentDefault.model)) return undefined;
  const { model, reasoningEffort } = agentDefault;
  return reasoningEffort === undefined || !isEffortName(reasoningEffort)
    ? { model }
    : { model, reasoningEffort };
}
