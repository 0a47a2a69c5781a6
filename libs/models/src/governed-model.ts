import type { BackendId } from '@coagent8/contracts';

import { effortsOf } from './choose-effort.js';
import type { GovernedModel } from './governance.js';
import type { ResolvedName } from './resolve-name.js';

/** A model with all the names that rules may know it by: as it was asked for, aliases, variants. Pure. */
export function governedModel(
  backend: BackendId,
  { model, askedName, listed }: Pick<ResolvedName, 'model' | 'askedName' | 'listed'>,
): GovernedModel {
  const asked = askedName === undefined ? [] : [askedName];
  const { aliases = [], variants = [] } = listed ?? {};
  return {
    backend,
    id: model,
    otherNames: [...new Set([...asked, ...aliases, ...variants.map(({ name }) => name)])],
    efforts: listed === undefined ? [] : effortsOf(listed),
  };
}
