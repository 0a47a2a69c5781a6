import type { ListedModel, ModelCatalog } from '@coagent8/models';

/** A line of `agy models`. */
export interface OfferedModel {
  /** What `--model` takes. */
  readonly slug: string;
  /** What people are shown, and what the settings may name. It holds spaces. */
  readonly label: string;
}

/** What a slug is. A line that begins otherwise is a banner, a note, or no line of the list. */
const SLUG = /^[A-Za-z0-9][\w.:@/-]{0,255}$/;

/** A slug that names an effort behind the model: `name-high`. */
const WITH_EFFORT = /^(?<base>.+)-(?<effort>minimal|low|medium|high|xhigh|max)$/;
/** An effort that real models bear as a part of their name: alone it says nothing. */
const AMBIGUOUS_EFFORT = 'max';

/**
 * The models that `agy models` lists: a slug, a tab and a label on each line (1.2.15, 1.2.16). Lines that are not so are
 * passed over, `Fetching available models...` among them, which some captures hold in front of the list. So are slugs that
 * came before.
 */
export function offeredIn(output: string): OfferedModel[] {
  const offered = output.split('\n').flatMap((line) => {
    const [slug = '', ...rest] = line.split('\t');
    return rest.length > 0 && SLUG.test(slug) ? [{ slug, label: rest.join('\t').trim() }] : [];
  });
  return [...Map.groupBy(offered, ({ slug }) => slug).values()].flatMap(([first]) => first ?? []);
}

/**
 * One row for each model, in agy's order. Slugs that differ in the effort at their end alone are one model, which agy
 * takes by its name without the effort and then only with `--effort`; the effort of the first is the one that it runs with
 * unasked. Not where that name is a slug, too: then each is a model of its own.
 *
 * A slug that ends in an effort and has no other beside it keeps its whole name, which agy takes as it is; the name without
 * the effort is an alias. One that ends in `-max` alone has no efforts: models are called so.
 */
export function rowsOf(offered: readonly OfferedModel[]): ListedModel[] {
  const slugs = new Set(offered.map(({ slug }) => slug));
  const baseOf = (slug: string) => {
    const base = WITH_EFFORT.exec(slug)?.groups?.['base'];
    return base === undefined || slugs.has(base) ? undefined : base;
  };
  const groups = Map.groupBy(slugs, (slug) => baseOf(slug) ?? slug);
  return [...groups].map(([id, [first = id, ...others]]) => {
    if (others.length > 0) return groupedRow(id, [first, ...others]);
    return baseOf(first) === undefined ? row({ id: first }) : singleRow(first, id);
  });
}

/**
 * What agy takes where nothing is named: the model that its settings name, by a slug or by a label.
 *
 * @param chosen - What the settings say.
 * @returns Nothing where that is a label that is not listed: no flag takes one.
 */
export function defaultOf(
  chosen: string,
  offered: readonly OfferedModel[],
  rows: readonly ListedModel[],
): ModelCatalog['agentDefault'] {
  const labelled = offered.find(({ label }) => label.toLowerCase() === chosen.toLowerCase());
  const name = offered.some(({ slug }) => slug === chosen) ? chosen : (labelled?.slug ?? chosen);
  for (const { id, variants, isEffortRequired, defaultEffort } of rows) {
    const effort = variants.find((variant) => variant.name === name)?.reasoningEffort;
    if (effort !== undefined) return { model: id, reasoningEffort: effort };
    if (id === name)
      return { model: id, ...(isEffortRequired && defaultEffort ? { reasoningEffort: defaultEffort } : {}) };
  }
  return SLUG.test(name) ? { model: name } : undefined;
}

function groupedRow(id: string, slugs: readonly [string, ...string[]]): ListedModel {
  const variants = slugs.map((name) => ({ name, reasoningEffort: effortOf(name) }));
  return row({
    id,
    variants,
    efforts: variants.map(({ reasoningEffort }) => reasoningEffort),
    defaultEffort: effortOf(slugs[0]),
    isEffortRequired: true,
  });
}

function singleRow(slug: string, base: string): ListedModel {
  const effort = effortOf(slug);
  return effort === AMBIGUOUS_EFFORT
    ? row({ id: slug })
    : row({ id: slug, aliases: [base], efforts: [effort] });
}

function row(given: Pick<ListedModel, 'id'> & Partial<ListedModel>): ListedModel {
  return { aliases: [], variants: [], efforts: [], isEffortRequired: false, isDefault: false, ...given };
}

function effortOf(slug: string): string {
  return WITH_EFFORT.exec(slug)?.groups?.['effort'] ?? '';
}
