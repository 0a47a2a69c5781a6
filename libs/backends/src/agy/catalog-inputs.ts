import { join } from 'node:path';

import type { CatalogInputs, ExamineRequest } from '../backend.js';
import { catalogVariables } from '../catalog-variables.js';
import { AGY_FAMILIES } from './launch.js';
import { OWN_FOLDER } from './profile.js';

/** In agy's own folder. The second is there where no keyring keeps the sign-in. */
const FILES = ['settings.json', 'antigravity-oauth-token'] as const;

/** What the models of agy depend on: its settings, its sign-in, and the variables that are its own. */
export function agyCatalogInputs({
  environment,
  passVariables,
}: Pick<ExamineRequest, 'environment' | 'passVariables'>): CatalogInputs {
  return {
    files: FILES.map((name) => join(environment.homeDirectory, OWN_FOLDER, name)),
    variables: catalogVariables({ environment, passVariables }, { families: AGY_FAMILIES }),
  };
}
