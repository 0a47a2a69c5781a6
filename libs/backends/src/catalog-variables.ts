import type { ExamineRequest } from './backend.js';
import { launchEnvironment } from './launch-environment.js';
import type { LaunchVariables } from './launch-environment.js';

/** The variables that an agent is given beside what any program needs: its provider, its keys. Pure. */
export function catalogVariables(
  { environment, passVariables }: Pick<ExamineRequest, 'environment' | 'passVariables'>,
  { families, except = [] }: Pick<LaunchVariables, 'families' | 'except'>,
): Readonly<Record<string, string>> {
  const needed = launchEnvironment(environment, { families: [], names: [] });
  const given = launchEnvironment(environment, { families, names: passVariables, except });
  return Object.fromEntries(Object.entries(given).filter(([name]) => !Object.hasOwn(needed, name)));
}
