import type { ListedModel, ModelCatalog } from '@coagent8/models';
import type { z } from 'zod';

import { modelRow } from './protocol.js';
import type { configReply } from './protocol.js';

type Config = z.infer<typeof configReply>['config'];

/** The provider that Codex's own list is about. Nobody can define one of that name (0.171). */
const OWN_PROVIDER = 'openai';

/**
 * The catalog in a reply to `model/list`, a row that has no name left out. Pure.
 *
 * Codex lists the same models whatever it talks to (0.150 to 0.171): of a provider of the user's own the list says
 * nothing but what Codex takes when nothing is named, unless it is the user's, too. Hidden models are not in it.
 */
export function catalogOf(config: Config, rows: readonly unknown[]): ModelCatalog {
  const shown = rows.flatMap((row) => modelRow.safeParse(row).data ?? []).filter(({ hidden }) => !hidden);
  const marked = shown.find(({ isDefault }) => isDefault);
  const origin = originOf(config);
  const isUsable = origin !== 'unrelated';
  const agentDefault = agentDefaultOf(config, {
    model: marked === undefined ? undefined : nameOf(marked),
    isNeeded: !isUsable,
  });
  return {
    models: isUsable ? shown.map(listedModel) : [],
    ...(agentDefault === undefined ? {} : { agentDefault }),
    isComplete: origin === 'provider',
  };
}

/** Whose list it is: that of the provider in use, one that the user has put in its place, or one of something else. */
function originOf(config: Config): 'provider' | 'user' | 'unrelated' {
  const provider = config.model_provider ?? OWN_PROVIDER;
  if (config.model_catalog_json || config.model_providers?.[provider]?.model_catalog_url) return 'user';
  if (provider !== OWN_PROVIDER) return 'unrelated';
  return config.openai_base_url ? 'user' : 'provider';
}

/** Codex takes what its list marks where the settings name no model, and their effort whatever the model (0.171). */
function agentDefaultOf(
  { model: configured, model_reasoning_effort: effort }: Config,
  marked: { readonly model: string | undefined; readonly isNeeded: boolean },
): ModelCatalog['agentDefault'] {
  const isSaid = Boolean(configured) || Boolean(effort) || marked.isNeeded;
  const model = configured || marked.model;
  if (!isSaid || !model) return undefined;
  return { model, ...(effort ? { reasoningEffort: effort } : {}) };
}

/** A thread is started with `model`, which `id` is the same as (0.171). Names for people are no names to Codex. */
function listedModel(row: z.infer<typeof modelRow>): ListedModel {
  const { id, isDefault = false, defaultReasoningEffort, supportedReasoningEfforts } = row;
  const name = nameOf(row);
  return {
    id: name,
    aliases: id === name ? [] : [id],
    variants: [],
    efforts: supportedReasoningEfforts,
    ...(defaultReasoningEffort === undefined ? {} : { defaultEffort: defaultReasoningEffort }),
    isEffortRequired: false,
    isDefault,
  };
}

function nameOf({ id, model }: z.infer<typeof modelRow>): string {
  return model ?? id;
}
