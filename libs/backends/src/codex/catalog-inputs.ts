import { join } from 'node:path';

import type { CatalogInputs, ExamineRequest } from '../backend.js';
import { catalogVariables } from '../catalog-variables.js';
import { CODEX_FAMILIES } from './launch.js';

/** Settings and sign-in in the user's folder (0.171). `models_cache.json` is no setting: turns rewrite it. */
const OWN_FILES = ['config.toml', 'managed_config.toml', 'auth.json'] as const;
/** Settings of the whole machine (0.171). */
const MACHINE_FILES = ['config.toml', 'managed_config.toml', 'requirements.toml'] as const;
const MACHINE_FOLDER = '/etc/codex';

/** What Codex's catalog depends on. A relative `CODEX_HOME` is refused when Codex is started. Pure. */
export function codexCatalogInputs({
  environment,
  passVariables,
}: Pick<ExamineRequest, 'environment' | 'passVariables'>): CatalogInputs {
  const home = environment.variables['CODEX_HOME'] || join(environment.homeDirectory, '.codex');
  return {
    files: [
      ...OWN_FILES.map((name) => join(home, name)),
      ...(environment.platform === 'win32' ? [] : MACHINE_FILES.map((name) => join(MACHINE_FOLDER, name))),
    ],
    variables: catalogVariables({ environment, passVariables }, { families: CODEX_FAMILIES }),
  };
}
