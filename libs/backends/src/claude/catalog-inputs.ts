import { isAbsolute, join } from 'node:path';

import type { CatalogInputs, ExamineRequest } from '../backend.js';
import { catalogVariables } from '../catalog-variables.js';
import { HOME_VARIABLE } from './command.js';
import { claudeFamilies, withheldNames } from './withheld-variables.js';

/**
 * What the models of Claude Code depend on: the user's settings, the stored login, and the variables that it is given
 * beside what any program needs. `.claude.json` is none of it: every process writes it anew (2.1.332). A login in a keychain
 * shows in no file.
 */
export function claudeCatalogInputs({
  environment,
  passVariables,
}: Pick<ExamineRequest, 'environment' | 'passVariables'>): CatalogInputs {
  const { variables, homeDirectory } = environment;
  const home = variables[HOME_VARIABLE] || join(homeDirectory, '.claude');
  const files = isAbsolute(home) ? ['settings.json', '.credentials.json'] : [];
  return {
    files: files.map((name) => join(home, name)),
    variables: catalogVariables(
      { environment, passVariables: [HOME_VARIABLE, ...passVariables] },
      { families: claudeFamilies(variables), except: withheldNames(variables) },
    ),
  };
}
