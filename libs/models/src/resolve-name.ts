import type { ListedModel, ModelCatalog } from './catalog.js';
import { isSamePlain, plainName } from './identifier.js';
import { isModelName } from './name-form.js';

/** What a name means to an agent. */
export interface ResolvedName {
  /** The concrete model where it is known, else the name itself. */
  readonly model: string;
  /** The name, where the model has another. */
  readonly askedName?: string;
  /** Its row in the catalog. */
  readonly listed?: ListedModel;
  /** The effort that the name stands for beside the model. */
  readonly variantEffort?: string;
}

/** What names are resolved with. */
export interface NameFacts {
  readonly catalog?: ModelCatalog | undefined;
  /** What the name stands for, where the catalog does not list it and the agent says so. */
  readonly resolvedName?: string | undefined;
}

/**
 * What `name` means: the row that has it as id, alias or variant, else what the agent says, else nothing but itself. The
 * exact spelling comes before another (`sameModel`), an id before other names, an earlier row before a later one.
 * Pure, and linear in the catalog.
 */
export function resolveName(name: string, { catalog, resolvedName }: NameFacts): ResolvedName {
  const listed = catalog && findListed(catalog, name);
  if (listed !== undefined) return listed;
  if (resolvedName === undefined || !isModelName(resolvedName)) return { model: name };
  const stoodFor = (catalog && findListed(catalog, resolvedName)) ?? { model: resolvedName };
  return stoodFor.model === name ? stoodFor : { ...stoodFor, askedName: name };
}

/** The row of `catalog` that `name` means; undefined where none has it. Pure. */
export function findListed(catalog: ModelCatalog, name: string): ResolvedName | undefined {
  const plain = plainName(name);
  const isSame: ((other: string) => boolean)[] = [
    (other) => other === name,
    (other) => other.length === name.length && plainName(other) === plain,
    (other) => isSamePlain(plainName(other), plain),
  ];
  for (const fits of isSame) {
    const found = findBy(catalog, fits);
    if (found !== undefined) return found.model === name ? found : { ...found, askedName: name };
  }
  return undefined;
}

/** The effort of a variant holds whatever the spelling. */
function findBy({ models }: ModelCatalog, fits: (name: string) => boolean): ResolvedName | undefined {
  const byId = models.find(({ id }) => fits(id));
  if (byId !== undefined) return { model: byId.id, listed: byId };
  for (const listed of models) {
    if (listed.aliases.some(fits)) return { model: listed.id, listed };
    const variant = listed.variants.find((one) => fits(one.name));
    if (variant !== undefined) return { model: listed.id, listed, variantEffort: variant.reasoningEffort };
  }
  return undefined;
}
