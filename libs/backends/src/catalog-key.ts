import { createHash } from 'node:crypto';

import type { Backend, ExamineRequest } from './backend.js';
import { stampOf } from './executable-stamp.js';

/**
 * What a catalog is kept under: a hash of the agent, of the stamps of its executable and its own settings, and of the
 * variables that it is given. Not of the workspace: no agent reads a repository's settings under our profile. Looks at
 * files and reads none.
 */
export async function catalogKey({
  backend,
  executable,
  environment,
  passVariables,
}: Pick<ExamineRequest, 'executable' | 'environment' | 'passVariables'> & {
  readonly backend: Pick<Backend, 'id' | 'catalogInputs'>;
}): Promise<string> {
  const { files, variables } = await backend.catalogInputs({ environment, passVariables });
  const stamps = await Promise.all([executable.path, ...files].map(stampOf));
  const given = Object.entries(variables).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([backend.id, stamps, given]))
    .digest('hex');
}
