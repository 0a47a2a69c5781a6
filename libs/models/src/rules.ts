import { BACKEND_IDS } from '@coagent8/contracts';
import type { BackendId } from '@coagent8/contracts';

import { namesWithin } from './cloud-name.js';
import type { Governance, GovernedModel } from './governance.js';
import { bareName, effortSuffixes, isSamePlain, lastPart } from './identifier.js';

/**
 * The user's lists of models, ready to be asked. Each returns the first entry that fits, as the user wrote it. An entry is a
 * name of the model, or `backend/name` for one backend alone; names are the same as `namesSame` says, so that a rule covers
 * a model's efforts, dates, windows and providers. Never a substring.
 */
export interface ModelRules {
  readonly allow: RuleList;
  readonly ask: RuleList;
  readonly deny: RuleList;
}

/** The first entry of a list that fits a model; undefined where none does. */
export type RuleList = (model: GovernedModel) => string | undefined;

/**
 * Reads the user's lists once, for as many models as there are. `ask` and `deny` also see what the name of a model in a
 * cloud may hold (see `namesWithin`): that is a guess, and a guess allows nothing. Pure. Never throws.
 */
export function readRules({ allow, ask, deny }: Governance['models']): ModelRules {
  return {
    allow: readList(allow),
    ask: withNamesWithin(readList(ask)),
    deny: withNamesWithin(readList(deny)),
  };
}

function withNamesWithin(list: RuleList): RuleList {
  return (model) => {
    const within = [model.id, ...model.otherNames].flatMap(namesWithin);
    return list(within.length === 0 ? model : { ...model, otherNames: [...model.otherNames, ...within] });
  };
}

/** Whether a rule may deny a model of `backend` or ask for it: an entry for another backend alone does not. Pure. */
export function hasRulesAgainst({ ask, deny }: Governance['models'], backend: BackendId): boolean {
  return [...deny, ...ask].map(readEntry).some((entry) => (entry.backend ?? backend) === backend);
}

interface Entry {
  readonly text: string;
  readonly index: number;
  /** Absent where it is for all of them. */
  readonly backend: string | undefined;
  readonly name: string;
}

/** Entries by the last part of their bare name. Bare depends on the efforts, and models share few lists of efforts. */
type EntryIndex = ReadonlyMap<string, readonly (Entry & { readonly bare: string })[]>;

function readList(texts: readonly string[]): RuleList {
  if (texts.length === 0) return () => undefined;
  const entries = texts.map(readEntry);
  const indexes = new Map<string, EntryIndex>();
  return (model) => {
    const efforts = effortSuffixes(model.efforts);
    const key = JSON.stringify(efforts);
    const index = indexes.get(key) ?? indexEntries(entries, efforts);
    indexes.set(key, index);
    return firstFit(index, model, efforts)?.text;
  };
}

function readEntry(text: string, index: number): Entry {
  const [first = '', ...rest] = text.trim().split('/');
  const backend = BACKEND_IDS.find((id) => rest.length > 0 && id === first.toLowerCase());
  return { text, index, backend, name: backend === undefined ? text.trim() : rest.join('/') };
}

function indexEntries(entries: readonly Entry[], efforts: readonly string[]): EntryIndex {
  const bares = entries.map((entry) => ({ ...entry, bare: bareName(entry.name, efforts) }));
  return Map.groupBy(bares, ({ bare }) => lastPart(bare));
}

function firstFit(
  index: EntryIndex,
  { backend, id, otherNames }: GovernedModel,
  efforts: readonly string[],
): Entry | undefined {
  const fits = [id, ...otherNames].flatMap((name) => {
    const bare = bareName(name, efforts);
    const near = index.get(lastPart(bare)) ?? [];
    return near.filter((entry) => (entry.backend ?? backend) === backend && isSamePlain(entry.bare, bare));
  });
  return fits.sort((one, other) => one.index - other.index)[0];
}
