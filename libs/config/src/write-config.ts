import type { BackendId } from '@coagent8/contracts';

import { changeConfig } from './change-config.js';
import type { ConfigPlace } from './change-config.js';
import { valueAt, withoutValue, withValue } from './edit-record.js';
import { noSuchField } from './errors.js';
import { fieldsOf } from './fields.js';
import type { JsonRecord } from './fields.js';
import { loadLayers } from './load-config.js';
import { createLayerSchema } from './schema.js';
import { similarFields } from './similar-fields.js';

/** The user's lists of models, the strongest first: what stands on an earlier one, a later one does not lift. */
export const MODEL_RULES = ['deny', 'ask', 'allow'] as const;

/** One of the user's lists of models. */
export type ModelRule = (typeof MODEL_RULES)[number];

/** The entry of a list, as it is spelt there. */
export interface RuleEntry {
  readonly rule: ModelRule;
  readonly entry: string;
}

/** What became of the lists. */
export interface ModelRuleChange {
  /** What was taken off. */
  readonly removed: readonly RuleEntry[];
  /** What the lists hold now. */
  readonly entries: readonly RuleEntry[];
}

/**
 * Adds `entry` to `governance.models.allow` of the file, once. What the user wrote stays, but for
 * properties that no configuration has. Atomic, under a lock that every
 * process takes. The editor's settings are not touched. Takes 15 s at most to get the lock.
 *
 * @throws CoAgentError `POLICY_DENIED` where the file is not valid, `INPUT_LIMIT` where it would become too large,
 * `PROCESS_ERROR` where it cannot be locked or written; the file is then left as it is.
 */
export async function rememberAllowed(place: ConfigPlace, entry: string): Promise<void> {
  await changeConfig(place, (file) => withEntry(file, 'allow', entry));
}

/**
 * Puts `model` on one list and takes it off the others, or off all of them where `rule` is absent. Names of one model in
 * another spelling count as it, and are replaced by it. Throws as {@link rememberAllowed}.
 */
export async function setModelRule(
  place: ConfigPlace,
  change: {
    readonly model: string;
    readonly rule?: ModelRule;
    readonly isSame: (one: string, other: string) => boolean;
  },
): Promise<ModelRuleChange> {
  const { model, rule, isSame } = change;
  const stays = ({ rule: list, entry }: RuleEntry) =>
    (list === rule && entry === model) || !isSame(entry, model);
  let removed: readonly RuleEntry[] = [];
  const file = await changeConfig(place, (before) => {
    removed = entriesOf(before).filter((entry) => !stays(entry));
    const without = removed.reduce(withoutEntry, before);
    return rule === undefined ? without : withEntry(without, rule, model);
  });
  return { removed, entries: entriesOf(file) };
}

/**
 * Sets the field at `path` (`backends.codex.defaultModel`) to `value`, or removes it where `value` is undefined. Fields
 * hold a value, a list or null, never a record. Throws as {@link rememberAllowed}, and `INPUT_LIMIT` for a field that does
 * not exist or a value that it does not take; the file is then left as it is.
 */
export async function setConfigValue(
  place: ConfigPlace,
  change: { readonly path: string; readonly value: unknown },
): Promise<void> {
  const path = requireField(place, change.path);
  await changeConfig(place, (file) =>
    change.value === undefined ? withoutValue(file, path) : withValue(file, path, change.value),
  );
}

/**
 * Writes `model` as the default of `backend` into the file, where neither the file nor the editor's settings name one: what
 * somebody else writes meanwhile stays. Throws as {@link rememberAllowed}, and `POLICY_DENIED` where the editor's settings are
 * not valid, since they may name one.
 *
 * @returns whether it was written.
 */
export async function recordDefaultModel(
  place: ConfigPlace,
  {
    backend,
    model,
    signal,
  }: {
    readonly backend: BackendId;
    readonly model: string;
    /** Once it aborts, nothing is written any more. */
    readonly signal?: AbortSignal | undefined;
  },
): Promise<boolean> {
  const path = ['backends', backend, 'defaultModel'];
  const { file, editor } = await loadLayers(place);
  if ([editor.layer, file?.layer].some((layer) => valueAt(layer, path) !== undefined)) return false;
  let isWritten = false;
  await changeConfig(place, (now) => {
    isWritten = signal?.aborted !== true && valueAt(now, path) === undefined;
    return isWritten ? withValue(now, path, model) : now;
  });
  return isWritten;
}

function requireField({ environment }: ConfigPlace, path: string): readonly string[] {
  const fields = fieldsOf(createLayerSchema(environment)).map((field) => field.path);
  const found = fields.find((names) => names.join('.') === path);
  if (found !== undefined) return found;
  const names = fields.map((each) => each.join('.'));
  const below = names.filter((name) => name.startsWith(`${path}.`));
  throw noSuchField(path, {
    similar: below.length > 0 ? below : similarFields(path, names),
    all: [...new Set(names.map((name) => name.replace(/^backends\.\w+/, 'backends.<backend>')))],
  });
}

function withEntry(file: JsonRecord, rule: ModelRule, entry: string): JsonRecord {
  const names = namesAt(file, rule);
  return names.includes(entry) ? file : withValue(file, pathOf(rule), [...names, entry]);
}

/** An empty list stays one. */
function withoutEntry(file: JsonRecord, { rule, entry }: RuleEntry): JsonRecord {
  return withValue(
    file,
    pathOf(rule),
    namesAt(file, rule).filter((name) => name !== entry),
  );
}

function entriesOf(file: JsonRecord): readonly RuleEntry[] {
  return MODEL_RULES.flatMap((rule) => namesAt(file, rule).map((entry) => ({ rule, entry })));
}

/** The schema has seen the file: what is no list of names is absent. */
function namesAt(file: JsonRecord, rule: ModelRule): readonly string[] {
  const value = valueAt(file, pathOf(rule));
  return Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string') : [];
}

function pathOf(rule: ModelRule): readonly string[] {
  return ['governance', 'models', rule];
}
