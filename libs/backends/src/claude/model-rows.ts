import type { ListedModel, ModelCatalog } from '@coagent8/models';
import type { z } from 'zod';

import { MODEL_DEFAULT } from './launch.js';
import type { initializeReply, settingsReply } from './replies.js';

/** A name that Claude Code takes, and what it says of it. */
type Listed = NonNullable<z.infer<typeof initializeReply>['models']>[number];

/** What a process that was started with one model says of it and of the others. */
export interface ModelReplies {
  readonly models: readonly Listed[];
  /** What became of the model that the process was started with. */
  readonly applied: NonNullable<z.infer<typeof settingsReply>['applied']>;
  /** Whether the user has named that model. */
  readonly isChosen: boolean;
}

/**
 * The catalog that the replies make: one row for each concrete model, in Claude Code's order. `default` and the other
 * names for it are its aliases. Where two of its names list different efforts, it has those of both: Claude Code says before
 * a prompt is sent where one of them is not taken.
 *
 * The list holds the names that are meant for people, for an account, a cloud or a gateway; Claude Code also runs what is
 * not in it (2.1.248 to 2.1.332).
 */
export function catalogOf({ models, applied, isChosen }: ModelReplies): ModelCatalog {
  const named = models.filter(({ value }) => value !== '');
  const idOf = ({ value, resolvedModel }: Listed) =>
    resolvedModel || (value === MODEL_DEFAULT && !isChosen && applied.model) || value;
  const rows = [...Map.groupBy(named, idOf)].map(([id, names]) => rowOf(id, names));
  const isTold = isChosen || !rows.some(({ isDefault }) => isDefault);
  return {
    models: rows,
    ...(isTold && applied.model ? { agentDefault: defaultOf(rows, applied.model, applied.effort) } : {}),
    isComplete: false,
  };
}

function rowOf(id: string, names: readonly Listed[]): ListedModel {
  const values = names.map(({ value }) => value);
  return {
    id,
    aliases: [...new Set(values)].filter((value) => value !== id),
    variants: [],
    efforts: [...new Set(names.flatMap(({ supportedEffortLevels }) => supportedEffortLevels ?? []))],
    isEffortRequired: false,
    isDefault: values.includes(MODEL_DEFAULT),
  };
}

/** The effort is the user's, else the model's own; one that the model does not take would be refused. */
function defaultOf(
  rows: readonly ListedModel[],
  model: string,
  effort: string | null | undefined,
): NonNullable<ModelCatalog['agentDefault']> {
  const isTaken = effort && rows.find(({ id }) => id === model)?.efforts.includes(effort);
  return { model, ...(isTaken ? { reasoningEffort: effort } : {}) };
}
